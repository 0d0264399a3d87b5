import { describe, expect, test } from "vitest";
import { guardedStore } from "../../src/engine/guarded-store.js";
import { Tier2Error } from "../../src/errors.js";
import type { FirstWrite, Store, StoredRecord, SwapCondition } from "../../src/store.js";
import { manualPlatform } from "../support/manual-platform.js";

const write: FirstWrite = { tag: "t1", state: "{}", body: "{}", deadlineInMs: 1, listed: false };
const condition: SwapCondition = { deadline: "any", history: "any" };
const record: StoredRecord = {
  ...{ id: "c:1", tag: "t1", state: "{}", body: null, data: null, deadlineMs: 1, nowMs: 0, historyCurrent: true },
};

/** Every method with a good answer, and how to ask for it. */
const methods: { [M in Exclude<keyof Store, "name">]: { good: unknown; ask(store: Store): Promise<unknown> } } = {
  insert: { good: { ok: true, record }, ask: (store) => store.insert("c:1", write) },
  swap: { good: { ok: true, record }, ask: (store) => store.swap("c:1", "t0", write, condition) },
  get: { good: record, ask: (store) => store.get("c:1") },
  list: { good: { records: [record] }, ask: (store) => store.list("c:", { limit: 1 }) },
  sweep: { good: { freed: 0, more: false }, ask: (store) => store.sweep({ limit: 1 }) },
};
type Method = keyof typeof methods;
const names = Object.keys(methods) as Method[];

/** A store whose every method does this. */
const storeThat = (answer: (...args: unknown[]) => unknown): Store =>
  ({ name: "odd", insert: answer, swap: answer, get: answer, list: answer, sweep: answer }) as unknown as Store;

const unavailable = (message: RegExp) =>
  expect.objectContaining({ name: "Tier2Error", code: "store_unavailable", message: expect.stringMatching(message) });

describe.each(names)("%s of a guarded store", (name) => {
  const { ask, good } = methods[name];

  test("asks the store with the very same arguments and gives its answer", async () => {
    const asked: unknown[][] = [];
    const platform = manualPlatform();
    const store = storeThat((...args) => {
      asked.push(args);
      return Promise.resolve(good);
    });
    expect(await ask(guardedStore(store, platform, 100))).toBe(good);
    const direct: unknown[][] = [];
    await ask(storeThat((...args) => Promise.resolve(direct.push(args))));
    expect(asked).toEqual(direct);
    expect(platform.open, "no timer is left").toBe(0);
  });

  test("calls it on the store itself", async () => {
    const store = storeThat(function (this: unknown) {
      return Promise.resolve(this === store ? good : undefined);
    });
    expect(await ask(guardedStore(store, manualPlatform(), 100))).toBe(good);
  });

  test.each<[string, () => unknown]>([
    ["rejects", () => Promise.reject(new Error("ECONNRESET"))],
    ["rejects with nothing", () => Promise.reject()],
    [
      "throws instead of rejecting",
      () => {
        throw new Error("sync");
      },
    ],
    ["rejects with another Tier2Error", () => Promise.reject(new Tier2Error("closed", "closed"))],
  ])("is unavailable where the store %s, with the cause", async (_what, answer) => {
    const platform = manualPlatform();
    const failing = ask(guardedStore(storeThat(answer), platform, 100));
    await expect(failing).rejects.toEqual(unavailable(/^Store "odd" failed\.$/));
    const cause = await Promise.resolve()
      .then(answer)
      .catch((error) => error);
    expect(((await failing.catch((error) => error)) as Error).cause).toEqual(cause);
    expect(platform.open, "no timer is left").toBe(0);
  });

  test("passes on a store's own word that it is unavailable", async () => {
    const own = new Tier2Error("store_unavailable", "READONLY");
    await expect(
      ask(
        guardedStore(
          storeThat(() => Promise.reject(own)),
          manualPlatform(),
          100,
        ),
      ),
    ).rejects.toBe(own);
  });

  test("is unavailable where the store stays silent, at the time-out and not before", async () => {
    const platform = manualPlatform();
    let ended: unknown;
    ask(
      guardedStore(
        storeThat(() => new Promise(() => {})),
        platform,
        100,
      ),
    ).catch((error) => {
      ended = error;
    });
    platform.advance(99);
    await Promise.resolve();
    expect(ended).toBeUndefined();
    platform.advance(1);
    await Promise.resolve();
    expect(ended).toEqual(unavailable(/^Store "odd" did not answer within 100 ms\.$/));
  });

  test("drops an answer or an error that comes too late", async () => {
    for (const late of [() => Promise.resolve(good), () => Promise.reject(new Error("late"))]) {
      const platform = manualPlatform();
      const gate = deferred();
      const asked = ask(
        guardedStore(
          storeThat(() => gate.promise.then(late)),
          platform,
          100,
        ),
      );
      platform.advance(100);
      gate.resolve();
      await expect(asked).rejects.toEqual(unavailable(/did not answer/));
    }
  });

  test.each([undefined, true, 0, "OK", [], {}])("takes %j for no answer", async (nonsense) => {
    const store = storeThat(() => Promise.resolve(nonsense));
    await expect(ask(guardedStore(store, manualPlatform(), 100))).rejects.toEqual(
      unavailable(/an answer that is none/),
    );
  });
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("a guarded store has the store's name", () => {
  expect(
    guardedStore(
      storeThat(() => {}),
      manualPlatform(),
      1,
    ).name,
  ).toBe("odd");
});
