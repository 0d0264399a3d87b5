import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredApproval } from "../../src/approval/approval.js";
import type { Command } from "../../src/approval/command.js";
import { decide } from "../../src/approval/machine.js";
import { readApproval } from "../../src/approval/read.js";
import { shown } from "../../src/approval/shown.js";
import { requestWrite, stateWrite } from "../../src/approval/write.js";
import type { Requirement } from "../../src/policy/requirement.js";
import { Reference } from "../support/approval-reference.js";
import { asked, minuteMs, quorumOf } from "../support/approvals.js";
import { inserted, recordIn, swapped, type World } from "../support/pure-store.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
// Longer than any life here, so that nothing ends on the way.
const tombstoneMs = 1_000 * 60 * minuteMs;
const people = ["fin", "fay", "zoe", "next"] as const;
const operations = ["op_a", "op_b", "op_c"] as const;

/** One approval in a store: decide, swap, and decide again on what came back. */
class Real {
  world: World = { kept: null, nowMs: 0, history: 0 };
  readonly #digest = "shown";

  constructor(requirement: Requirement) {
    const request = { ...asked({ requirement }), actionDigest: this.#digest, requestedAtMs: 0 };
    this.world = inserted(this.world, requestWrite(sha256, request, tombstoneMs));
  }

  get approval(): StoredApproval {
    const record = recordIn(this.world);
    assert.ok(record, "kept as long as it may still be of use");
    return readApproval({ ...record, id: "a:1" });
  }

  /** True: it is as the command wants it. */
  does(command: Command): "done" | "same" | "refuse" {
    for (let round = 0; round < 5; round += 1) {
      const { approval } = this;
      const decision = decide(approval, command);
      if (decision.kind !== "swap") return decision.kind;
      const write = stateWrite(sha256, approval, decision, tombstoneMs);
      const { world, swap } = swapped(this.world, approval.tag, write, decision.condition);
      assert.ok(swap.ok, "the machine asks for no swap that the store must refuse");
      this.world = world;
      if (decision.thenDecide === undefined) return "done";
    }
    throw new Error("never came to rest");
  }

  vote(who: string, uses?: number) {
    const limit = uses === undefined ? {} : { uses };
    return { approver: `user:${who}`, groups: [], reason: "r", actionDigest: this.#digest, atMs: 1, ...limit };
  }

  get use() {
    return { ...asked(), actionDigest: this.#digest };
  }
}

type Step = (real: Real, reference: Reference) => void;

const agree = (said: "done" | "same" | "refuse", expected: boolean, what: string) =>
  assert.equal(said !== "refuse", expected, what);

const step = {
  allow:
    (who: string, uses: number | undefined): Step =>
    (real, reference) =>
      agree(
        real.does({ type: "allow", vote: real.vote(who, uses) }),
        reference.allow(who, uses),
        `allow ${who} ${uses}`,
      ),
  deny:
    (who: string): Step =>
    (real, reference) => {
      const wasDenied = reference.status === "denied";
      const said = real.does({ type: "deny", vote: real.vote(who) });
      if (said !== "same") agree(said, reference.deny(who), `deny ${who}`);
      else assert.ok(wasDenied);
    },
  withdraw: (): Step => (real, reference) =>
    agree(real.does({ type: "withdraw", by: { tokenId: "agent-7" }, reason: "r" }), reference.withdraw(), "withdraw"),
  retract:
    (who: string): Step =>
    (real, reference) => {
      const by = { id: `user:${who}`, groups: [] };
      const said = real.does({ type: "retract", by, reason: "r", atMs: 1 });
      const expected = reference.retract(who);
      if (said !== "same") agree(said, expected, `retract ${who}`);
    },
  revoke: (): Step => (real, reference) =>
    agree(real.does({ type: "revoke", vote: real.vote("fin") }), reference.revoke(), "revoke"),
  reserve:
    (operationId: string): Step =>
    (real, reference) =>
      agree(real.does({ type: "reserve", operationId, use: real.use }), reference.reserve(operationId), operationId),
  refund:
    (operationId: string): Step =>
    (real, reference) =>
      assert.equal(real.does({ type: "refund", operationId }) === "done", reference.refund(operationId), "refund"),
  breakGlass: (): Step => (real, reference) => {
    const said = real.does({ type: "breakGlass", vote: real.vote("bob"), evidence: "e" });
    if (said !== "same") agree(said, reference.breakGlass(), "breakGlass");
  },
  closeReview: (): Step => (real, reference) => {
    const by = { id: "user:fin", groups: [] };
    const said = real.does({ type: "closeReview", by, reason: "r", atMs: 1 });
    if (said !== "same") agree(said, reference.closeReview(), "closeReview");
  },
  wait:
    (minutes: number): Step =>
    (real, reference) => {
      real.world = { ...real.world, nowMs: real.world.nowMs + minutes * minuteMs };
      reference.nowMs += minutes * minuteMs;
    },
  loseHistory: (): Step => (real, reference) => {
    real.world = { ...real.world, history: real.world.history + 1 };
    reference.history += 1;
  },
};

class Named implements fc.Command<Reference, Real> {
  readonly #name: string;
  readonly #step: Step;
  readonly #seen: Set<string>;

  constructor(name: string, run: Step, seen: Set<string>) {
    this.#name = name;
    this.#step = run;
    this.#seen = seen;
  }

  check = () => true;

  run(reference: Reference, real: Real) {
    this.#step(real, reference);
    const { status, usesLeft } = shown(real.approval);
    assert.equal(status, reference.status);
    if (["approved", "exhausted"].includes(status)) assert.equal(usesLeft, reference.usesLeft);
    const { state } = real.approval;
    const isOpen = "breakGlass" in state && state.breakGlass !== undefined && state.breakGlass.reviewed === undefined;
    assert.equal(isOpen, reference.isReviewOpen);
    this.#seen.add(status);
  }

  toString = () => this.#name;
}

const seen = new Set<string>();
const named = (name: string, run: Step) => new Named(name, run, seen);
const steps = [
  fc
    .tuple(fc.constantFrom(...people), fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 2 }))
    .map(([who, uses]) => named(`allow ${who} ${uses}`, step.allow(who, uses))),
  fc.constantFrom(...people).map((who) => named(`allow ${who}`, step.allow(who, undefined))),
  fc.constantFrom(...people).map((who) => named(`deny ${who}`, step.deny(who))),
  fc.constantFrom(...people).map((who) => named(`retract ${who}`, step.retract(who))),
  fc.constantFrom(...operations).map((op) => named(`reserve ${op}`, step.reserve(op))),
  fc.constantFrom(...operations).map((op) => named(`reserve ${op}`, step.reserve(op))),
  fc.constantFrom(...operations).map((op) => named(`refund ${op}`, step.refund(op))),
  fc.constantFrom(1, 4, 6, 31, 61).map((minutes) => named(`wait ${minutes}`, step.wait(minutes))),
  fc.constant(named("withdraw", step.withdraw())),
  fc.constant(named("revoke", step.revoke())),
  fc.constant(named("breakGlass", step.breakGlass())),
  fc.constant(named("closeReview", step.closeReview())),
  fc.constant(named("lose history", step.loseHistory())),
];

const demands = fc
  .record({
    quorum: fc.constantFrom(1, 2),
    uses: fc.constantFrom(null, 1, 2, 3),
    minutes: fc.constantFrom(null, 10),
    onDeadline: fc.constantFrom("lapse", "hold", "escalate"),
  })
  .map(({ quorum, ...differing }): Requirement => {
    const whole = quorumOf(quorum, { ...differing, breakGlass: { approvers: ["user:bob"], minutes: 5 } });
    const approvers = ["user:fin", "user:fay", "user:zoe"];
    const escalateTo = differing.onDeadline === "escalate" ? ["user:next"] : [];
    return { ...whole, panels: whole.panels.map((panel) => ({ ...panel, approvers, escalateTo })) };
  });

test("whatever people, operations, time and lost writes do to an approval, it stands as the reference does", () => {
  fc.assert(
    fc.property(demands, fc.commands(steps, { maxCommands: 25 }), (requirement, commands) => {
      fc.modelRun(() => ({ model: new Reference(requirement), real: new Real(requirement) }), commands);
    }),
    { numRuns: 1_500 },
  );
  expect([...seen].sort()).toEqual(["approved", "cancelled", "denied", "exhausted", "lapsed", "pending", "revoked"]);
});

test("time alone never approves, and never brings anything back", () => {
  fc.assert(
    fc.property(
      demands,
      fc.array(fc.constantFrom("user:fin", "user:fay"), { maxLength: 1 }),
      fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 30 }),
      (requirement, votes, waits) => {
        const real = new Real({ ...requirement, quorum: 2 });
        for (const who of votes) real.does({ type: "allow", vote: real.vote(who.slice("user:".length)) });
        let before = shown(real.approval).status;
        const wasGranted = before === "approved";
        for (const minutes of waits) {
          real.world = { ...real.world, nowMs: real.world.nowMs + minutes * minuteMs };
          if (recordIn(real.world) === null) return;
          real.does({ type: "escalate" });
          const { status } = shown(real.approval);
          if (!wasGranted) assert.ok(["pending", "lapsed"].includes(status), status);
          if (before === "lapsed") assert.equal(status, "lapsed");
          assert.equal(
            real.does({ type: "reserve", operationId: "op_a", use: real.use }),
            wasGranted ? "same" : "refuse",
          );
          before = status;
        }
      },
    ),
    { numRuns: 500 },
  );
});
