import { describe, expect, test } from "vitest";
import { decide } from "../../src/confirmation/machine.js";
import { pendingWrite } from "../../src/confirmation/write.js";
import {
  aConfirmation,
  binding,
  complete,
  consume,
  ended,
  inFlight,
  nowMs,
  own,
  pending,
  renew,
  settle,
  times,
} from "../support/confirmations.js";

// The stored form is read by later versions and by people: these texts change only with the format version.
const bound = '"binding":{"owner":"owner-a","tool":"tool-a","params":"params-a"}';
const claimed = `${bound},"claim":"claim-own","claimedAtMs":777`;
const endsOf = (deadlineInMs: number) => ({
  deadlineInMs,
  payloadForMs: deadlineInMs,
  recordForMs: deadlineInMs + times.tombstoneMs,
  listed: false,
});

describe("what is written", () => {
  test("a new token is confirmable for its TTL, keeps its proposal twice as long and then leaves a tombstone", () => {
    expect(pendingWrite(binding, "the proposal", times)).toEqual({
      tag: "pending owner-a tool-a params-a",
      state: `{"v":1,"status":"pending",${bound}}`,
      body: "the proposal",
      deadlineInMs: times.ttlMs,
      payloadForMs: 2 * times.ttlMs,
      recordForMs: times.ttlMs + times.tombstoneMs,
      listed: false,
    });
  });

  const claim = {
    tag: `in_flight ${own}`,
    state: `{"v":1,"status":"in_flight",${claimed}}`,
    ...{ deadlineInMs: times.leaseMs, payloadForMs: null, recordForMs: null, listed: true },
  };

  test("a claim is listed and kept until it is settled, whatever happens", () => {
    const decision = decide(aConfirmation(pending), consume(), times);
    expect(decision).toEqual({ kind: "swap", write: claim, condition: { deadline: "open", history: "same" } });
  });

  test("a renewal writes the very same claim again", () => {
    const decision = decide(aConfirmation(inFlight()), renew({ claimedAtMs: 999 }), times);
    expect(decision).toEqual({ kind: "swap", write: claim, condition: { deadline: "any", history: "any" } });
  });

  test.each(["completed", "not_executed", "failed"] as const)(
    "a claim that ends as %s leaves its answer",
    (outcome) => {
      expect(decide(aConfirmation(inFlight()), complete(outcome), times)).toMatchObject({
        write: {
          tag: `${outcome} claim ${own}`,
          state: `{"v":1,"status":"${outcome}","by":"claim",${claimed}}`,
          data: `"${outcome}, says the claim"`,
          ...endsOf(times.retentionMs),
        },
      });
    },
  );

  test("a settled claim keeps its name, so that its late completion is recognised", () => {
    const lapsed = aConfirmation(inFlight(), { deadlineMs: 0 });
    expect(decide(lapsed, settle("not_executed"), times)).toMatchObject({
      write: {
        tag: `not_executed reconcile ${own}`,
        state: `{"v":1,"status":"not_executed","by":"reconcile",${claimed}}`,
        data: '"not_executed, says the system of record"',
        ...endsOf(times.retentionMs),
      },
    });
  });

  test("a late completion that contradicts says so in its state and in its tag", () => {
    const settled = aConfirmation(ended("not_executed", "reconcile"));
    expect(decide(settled, complete("completed"), times)).toMatchObject({
      write: {
        tag: `completed contradicted ${own}`,
        state: `{"v":1,"status":"completed","by":"claim",${claimed},"contradicted":true}`,
        ...endsOf(times.retentionMs),
      },
    });
  });

  test("a completion of a claim that a failover lost restores the claim's name", () => {
    const lost = aConfirmation(ended("not_executed", "reconcile", "none"));
    const rolledBack = aConfirmation(pending, { historyCurrent: false });
    for (const confirmation of [lost, rolledBack]) {
      const decision = decide(confirmation, complete("completed"), times);
      expect(JSON.parse((decision as { write: { state: string } }).write.state)).toMatchObject({
        ...{ claim: own, claimedAtMs: 777, binding },
      });
    }
  });

  test("a record that is gone is written anew, without a proposal", () => {
    expect(decide(null, complete("completed"), times)).toEqual({
      kind: "insert",
      write: {
        tag: `completed claim ${own}`,
        state: `{"v":1,"status":"completed","by":"claim",${claimed}}`,
        body: "null",
        data: '"completed, says the claim"',
        ...endsOf(times.retentionMs),
      },
    });
  });

  test("a duplicate hears how long to wait: at most what is left of the lease, and never more than five seconds", () => {
    const waits = [60_000, 5000, 1200].map((leftMs) => {
      const running = aConfirmation(inFlight("claim-foreign"), { deadlineMs: nowMs + leftMs });
      return decide(running, consume(), times);
    });
    expect(waits.map((wait) => (wait as { retryAfterMs?: number }).retryAfterMs)).toEqual([5000, 5000, 1200]);
  });
});
