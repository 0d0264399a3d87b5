import { expect, test } from "vitest";
import { platform } from "../../../src/platform.js";
import { approvalWorld, asked, human, minuteMs, quorumOf, requirement } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

const fin = human("user:fin");

/** Two processes whose wall clocks are not those of the store, nor each other's, and do not go evenly. */
function twoProcesses(store: WorldStore) {
  let ticks = 0;
  const clock = (aheadMs: number) => ({
    ...platform,
    wallMs: () => {
      ticks += 7;
      return 1_800_000_000_000 + aheadMs + ticks + store.nowMs;
    },
  });
  return [0, 90_000].map((aheadMs) => approvalWorld(store, { platform: clock(aheadMs) })) as [World, World];
}
type World = ReturnType<typeof approvalWorld>;

const read = async (worlds: readonly World[], id: string) => {
  const rows = [];
  for (const { approvals } of [...worlds, ...worlds]) rows.push(await approvals.get(id, { approver: fin }));
  return rows;
};

test.each(["lapse", "escalate"] as const)(
  "by when a request is to be decided is the same at each reading, in each process: %s",
  async (onDeadline) => {
    const store = new WorldStore();
    const worlds = twoProcesses(store);
    const it = await worlds[0].request(asked({ requirement: requirement({ onDeadline }) }));
    const before = await read(worlds, it.id);
    store.nowMs += 30 * minuteMs;
    const all = [...before, ...(await read(worlds, it.id))];
    expect(new Set(all.map((row) => row?.decideByMs)).size).toBe(1);
    const [row] = all;
    const hours = onDeadline === "escalate" ? 2 : 1;
    expect((row?.decideByMs ?? 0) - (row?.requestedAtMs ?? 0)).toBe(hours * 60 * minuteMs);
  },
);

test("what was told with the request is what is read of it", async () => {
  const store = new WorldStore();
  const worlds = twoProcesses(store);
  const it = await worlds[0].request();
  const [row] = await read(worlds, it.id);
  expect(worlds[0].told("approval_requested")).toMatchObject([{ decideByMs: row?.decideByMs }]);
});

test("an escalation moves nothing that was told: the same end is read before, when due, and once it is written", async () => {
  const store = new WorldStore();
  const worlds = twoProcesses(store);
  const escalating = asked({ requirement: quorumOf(2, { onDeadline: "escalate" }) });
  const it = await worlds[0].request(escalating);
  const ends = async () => (await read(worlds, it.id)).map((row) => row?.decideByMs);
  const before = await ends();
  store.nowMs += 61 * minuteMs;
  const due = await ends();
  await worlds[1].approvals.allow(it.id, worlds[1].decision(it.actionDigest));
  expect(new Set([...before, ...due, ...(await ends())]).size).toBe(1);
});

test("until when a grant is good is the same at each reading, in each process", async () => {
  const store = new WorldStore();
  const worlds = twoProcesses(store);
  const it = await worlds[0].grant(asked({ requirement: requirement({ minutes: 30, uses: 5 }) }));
  const before = await read(worlds, it.id);
  await worlds[1].reserve(it.id, it.actionDigest, "op_a", { requirement: requirement({ minutes: 30, uses: 5 }) });
  store.nowMs += 10 * minuteMs;
  const all = [...before, ...(await read(worlds, it.id))];
  expect(new Set(all.map((row) => row?.validUntilMs)).size).toBe(1);
  const [row] = all;
  expect((row?.validUntilMs ?? 0) - (row?.allows[0]?.atMs ?? 0)).toBe(30 * minuteMs);
});

test("a grant that lost writes made void is asked for anew, for a time that is as fixed", async () => {
  const store = new WorldStore();
  const worlds = twoProcesses(store);
  const it = await worlds[0].request(asked({ requirement: quorumOf(2) }));
  for (const one of [fin, human("user:fay")]) {
    await worlds[0].approvals.allow(it.id, worlds[0].decision(it.actionDigest, one));
  }
  store.history += 1;
  store.nowMs += 5 * minuteMs;
  await worlds[1].approvals.allow(it.id, worlds[1].decision(it.actionDigest));
  const rows = await read(worlds, it.id);
  expect(rows.map((row) => row?.status)).toEqual(Array(4).fill("pending"));
  expect(new Set(rows.map((row) => row?.decideByMs)).size).toBe(1);
  expect((rows[0]?.decideByMs ?? 0) - (rows[0]?.allows[0]?.atMs ?? 0)).toBe(60 * minuteMs);
});
