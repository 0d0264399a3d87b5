import { type StoredRecord, type Swap, Tier2Error } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { away, type Intercept, passOn } from "./support/connection.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

const never = () => new Promise<never>(() => {});
const answering =
  (garbage: (record: StoredRecord) => unknown): Intercept =>
  async ({ id }) =>
    garbage({ id, tag: "t", state: "{}", body: null, data: null, deadlineMs: 1, nowMs: 0, historyCurrent: true });
/** The store does what it is asked, and answers as if it were something else. */
const answeringWith =
  (lie: Partial<StoredRecord>): Intercept =>
  async (_operation, apply) => {
    const answer = (await apply()) as Swap;
    return { ...answer, record: { ...answer.record, ...lie } };
  };

const brokenStores: Record<string, Intercept> = {
  rejects: away,
  throws: () => {
    throw new Error("connection refused");
  },
  "rejects with nothing": () => Promise.reject(undefined),
  hangs: never,
  "answers nothing": answering(() => undefined),
  "answers null": answering(() => null),
  "answers a text": answering(() => "OK"),
  "answers an empty object": answering(() => ({})),
  "says ok without a record": answering(() => ({ ok: true })),
  "says ok with half a record": answering(({ id }) => ({ ok: true, record: { id } })),
  "says ok without having written": answering((record) => ({ ok: true, record })),
  "says ok with the record of somebody else": answeringWith({ id: "c:x" }),
  "tells the time as a text": answeringWith({ nowMs: "0" as never }),
  "forgets its history": answeringWith({ historyCurrent: undefined as never }),
  "refuses without saying why": answering((record) => ({ ok: false, record })),
  "refuses for an unknown reason": answering((record) => ({ ok: false, why: "mood", record })),
  "refuses without the record that stands there": answering(() => ({ ok: false, why: "tag", record: null })),
  "refuses with the record of somebody else": answering((record) => ({
    ok: false,
    why: "tag",
    record: { ...record, id: "c:x" },
  })),
};

describe.each(Object.keys(brokenStores))("while the store %s", (how) => {
  const broken = brokenStores[how] as Intercept;

  test("a first call is store_unavailable and hands out no token", async () => {
    const world = aWorld();
    const { call, connection, told } = world.process();
    const { tool, starts } = fooTool();
    connection.intercept = broken;
    const reply = await world.within(30_000, call(tool, { id: 7 }));
    expect(outcomeOf(reply)).toBe("store_unavailable");
    expect(JSON.stringify(reply)).not.toContain("cfm_");
    expect(starts).toEqual([]);
    const error = { code: "store_unavailable", message: expect.stringMatching(/^Store "memory" /) };
    expect(told("refused")).toMatchObject([{ reason: "store_unavailable", error }]);
  });

  test("a confirm is store_unavailable and runs nothing; afterwards the token is as good as before", async () => {
    const world = aWorld();
    const { call, connection, preview } = world.process();
    const { tool, starts } = fooTool();
    const confirm_token = await preview(tool, { id: 7 });
    connection.intercept = broken;
    const reply = await world.within(30_000, call(tool, { id: 7, confirm_token }));
    expect(outcomeOf(reply)).toBe("store_unavailable");
    expect(starts).toEqual([]);
    connection.intercept = passOn;
    expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("ok");
    expect(starts).toHaveLength(1);
  });
});

test("an answer that comes after the time-out is no answer", async () => {
  const world = aWorld();
  const { call, connection, preview } = world.process({ storeTimeoutMs: 1_000 });
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  connection.intercept = async (_operation, apply) => {
    const answer = apply();
    await new Promise<void>((resolve) => world.clock.after(1_001, resolve));
    return answer;
  };
  expect(outcomeOf(await world.within(30_000, call(tool, { id: 7, confirm_token })))).toBe("store_unavailable");
  expect(starts).toEqual([]);
});

test("what the store says about itself reaches the observers", async () => {
  const world = aWorld();
  const { call, connection, told } = world.process();
  const cause = new Error("OOM command not allowed when used memory > 'maxmemory'");
  connection.intercept = async () => {
    throw new Tier2Error("store_unavailable", "Redis is full.", { cause });
  };
  await world.within(1_000, call(fooTool().tool, { id: 7 }));
  expect(told("refused")).toMatchObject([{ error: { message: "Redis is full.", cause: { message: cause.message } } }]);
});

test("a short absence is bridged: the attempt is repeated with the same tag", async () => {
  const world = aWorld();
  const { call, connection, preview } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  let failures = 2;
  connection.intercept = (operation, apply) => (failures-- > 0 ? away(operation, apply) : apply());
  expect(outcomeOf(await world.within(1_000, call(tool, { id: 7, confirm_token })))).toBe("ok");
  expect(starts).toHaveLength(1);
});
