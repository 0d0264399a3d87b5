import { describe, expect, test } from "vitest";
import { outcomeOf } from "../support/world.js";
import { alice, allow, approving, deny, opsPolicy, pendingOf } from "./approving.js";

const waitForDecisionMs = 60_000;

/** A first call that waits, and the request that it waits for. */
async function waiting(
  options: Parameters<typeof approving>[0] = {},
  context: Parameters<ReturnType<typeof approving>["call"]>[1] = {},
) {
  const world = approving({ waitForDecisionMs, ...options });
  const { process } = world;
  const answer = world.call({ id: 7 }, context);
  let isOver = false;
  void answer.finally(() => {
    isOver = true;
  });
  await world.world.clock.advance(0);
  const [asked] = process.told("approval_requested");
  const id = asked !== undefined && "approvalId" in asked ? asked.approvalId : "";
  const decider = world.world.process();
  return { ...world, id, decider, answer, isOver: () => isOver, pass: (ms: number) => world.world.clock.advance(ms) };
}

describe("a call that waits for a decision", () => {
  test("gives its token as soon as it is allowed", async () => {
    const { id, decider, answer, isOver, pass } = await waiting();
    await pass(30_000);
    expect(isOver()).toBe(false);
    await allow(decider, id);
    await pass(250);
    expect(isOver()).toBe(true);
    expect(await answer).toMatchObject({ status: "confirmation_required", approval: { id, status: "approved" } });
  });

  test("hears that it was denied, and why; the next call asks anew", async () => {
    const { id, decider, answer, pass, call } = await waiting();
    await deny(decider, id, "not on a Friday");
    await pass(250);
    expect((await answer).body).toMatchObject({ reason: "denied", detail: "not on a Friday" });
    const next = call({ id: 7 });
    await pass(waitForDecisionMs);
    expect(pendingOf(await next).approval.previous).toMatchObject({ id, status: "denied", reason: "not on a Friday" });
  });

  test("hears that the request was withdrawn", async () => {
    const { id, decider, answer, pass } = await waiting();
    await decider.engine.approvals.withdraw(id, { requester: alice, reason: "not needed any more" });
    await pass(250);
    expect(outcomeOf(await answer)).toBe("not_possible/withdrawn");
  });

  test("hears that nobody decided in time", async () => {
    const { answer, pass } = await waiting({ policies: [opsPolicy({ decideByMinutes: 0.5 })] });
    await pass(30_250);
    expect(outcomeOf(await answer)).toBe("approval_lapsed/undecided");
  });

  test("answers that it is pending when its time is over, without asking a second time", async () => {
    const { id, answer, pass, process } = await waiting();
    await pass(waitForDecisionMs);
    expect(pendingOf(await answer).approval.id).toBe(id);
    expect(process.told("approval_requested")).toHaveLength(1);
  });

  test("answers at once that it is pending when its client leaves, or the engine shuts down", async () => {
    const client = new AbortController();
    const left = await waiting({}, { signal: client.signal });
    client.abort();
    await left.pass(0);
    expect(pendingOf(await left.answer).approval.id).toBe(left.id);
    const shut = await waiting();
    const closed = shut.process.engine.close();
    await shut.pass(250);
    await closed;
    expect(pendingOf(await shut.answer).approval.id).toBe(shut.id);
  });

  test("polls for all that wait in its process together", async () => {
    const { pass, process, call } = await waiting();
    for (let more = 0; more < 20; more += 1) void call({ id: 7 });
    await pass(1000);
    const before = process.connection.count("get");
    await pass(10_000);
    expect(process.connection.count("get") - before).toBeLessThanOrEqual(41);
  });
});

test("unless told so, a call does not wait", async () => {
  const { call } = approving();
  pendingOf(await call({ id: 7 }));
});
