import { expect, test } from "vitest";
import { runTransaction } from "../../src/engine/run-transaction.js";
import type { Transaction, TransactionalStore } from "../../src/transactional-store.js";
import { manualPlatform } from "../support/manual-platform.js";

type Work = (transaction: Transaction<string>) => Promise<unknown>;

const store = { name: "scripted" } as Transaction<string>["store"];
const begun: Transaction<string> = { tx: "the client", store, handler: (run) => run() };
const limits = { lockTimeoutMs: 1000, idleTimeoutMs: 1000 };
const storeTimeoutMs = 5000;
const forEver = () => new Promise<never>(() => {});

/** A store whose transaction goes as it is told. */
function running(transaction: (work: Work) => Promise<unknown>, work: Work = async () => "done") {
  const platform = manualPlatform();
  const scripted = { name: "scripted", transaction } as unknown as TransactionalStore<string>;
  const end = runTransaction({ platform, storeTimeoutMs }, scripted, limits, work);
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { end, platform, settled };
}

const commits = async (work: Work) => work(begun);
const lost = new Error("connection lost");

test("what is committed has its value", async () => {
  expect(await running(commits).end).toEqual({ kind: "committed", value: "done" });
});

test("work that rejects is rolled back for what it threw, whatever the client made of that", async () => {
  const wrapping = (work: Work) => work(begun).catch(() => Promise.reject(new Error("wrapped")));
  const { end } = running(wrapping, () => Promise.reject(lost));
  expect(await end).toEqual({ kind: "rolled_back", error: lost });
});

test("work that rejects is rolled back even if the rollback is never answered: no commit was sent", async () => {
  const { end, platform, settled } = running(
    (work) => work(begun).catch(forEver),
    () => Promise.reject(lost),
  );
  await settled();
  platform.advance(storeTimeoutMs);
  expect(await end).toEqual({ kind: "rolled_back", error: lost });
});

test("a transaction that fails while its work runs is rolled back", async () => {
  const { end } = running(async (work) => {
    void work(begun);
    throw lost;
  }, forEver);
  expect(await end).toEqual({ kind: "rolled_back", error: lost });
});

test("a commit that fails, or is never answered, is unknown", async () => {
  const failing = async (work: Work) => {
    await work(begun);
    throw lost;
  };
  expect(await running(failing).end).toEqual({ kind: "unknown", error: lost });
  const { end, platform, settled } = running(async (work) => {
    await work(begun);
    return forEver();
  });
  await settled();
  platform.advance(storeTimeoutMs);
  expect(await end).toMatchObject({ kind: "unknown", error: { code: "store_unavailable" } });
});

test("the work itself may take longer than a silent store is waited for", async () => {
  let finish = (_value: string) => {};
  const { end, platform, settled } = running(commits, () => new Promise((resolve) => (finish = resolve)));
  await settled();
  platform.advance(100 * storeTimeoutMs);
  finish("late");
  expect(await end).toEqual({ kind: "committed", value: "late" });
});

test("a transaction that cannot begin never began; one that begins after that does nothing", async () => {
  expect(await running(() => Promise.reject(lost)).end).toEqual({ kind: "never_began", error: lost });
  let begin = () => {};
  let ran = 0;
  const { end, platform, settled } = running(
    async (work) => {
      await new Promise<void>((resolve) => (begin = resolve));
      return work(begun);
    },
    async () => (ran += 1),
  );
  await settled();
  platform.advance(storeTimeoutMs);
  expect(await end).toMatchObject({ kind: "never_began", error: { code: "store_unavailable" } });
  begin();
  await settled();
  expect(ran).toBe(0);
});

test("work is done once, however often a store begins", async () => {
  let ran = 0;
  const { end } = running(
    async (work) => {
      await work(begun).catch(() => {});
      return work(begun);
    },
    async () => {
      ran += 1;
      throw lost;
    },
  );
  expect(await end).toEqual({ kind: "rolled_back", error: lost });
  expect(ran).toBe(1);
});

test("a store that resolves without having run the work, or before it has ended, has committed nothing that is known", async () => {
  expect(await running(async () => "done").end).toMatchObject({ kind: "never_began" });
  const early = running(async (work) => void work(begun), forEver);
  expect(await early.end).toMatchObject({ kind: "unknown" });
});
