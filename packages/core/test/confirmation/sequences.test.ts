import assert from "node:assert/strict"; // ten times as fast as expect, and this file asks a million times
import fc from "fast-check";
import { expect, test } from "vitest";
import { binding } from "../support/confirmations.js";
import { confirmationIn, type Step } from "../support/pure-engine.js";
import { recordIn } from "../support/pure-store.js";
import { lives, TokenLife } from "../support/token-life.js";

const wrote = ({ decision }: Step) => decision.kind === "swap" || decision.kind === "insert";
const stateBefore = (step: Step) => confirmationIn(step.before)?.state;
const stateAfter = (step: Step) => confirmationIn(step.after)?.state;

/** What must hold at every step of every life. Each says whether the step was one that it is about. */
const invariants: Record<string, (step: Step) => boolean> = {
  "what is refused, rejected or replayed writes nothing"(step) {
    if (wrote(step)) return false;
    assert.equal(step.after, step.before);
    return step.decision.kind === "refuse";
  },
  "nothing is written that is pending"(step) {
    if (!wrote(step)) return false;
    assert.notEqual(stateAfter(step)?.status, "pending");
    return true;
  },
  "a thief hears whose token it is not, whatever became of it"({ command, decision, believed }) {
    if (command.type !== "consume" || command.binding === binding || believed === null) return false;
    assert.deepEqual(decision, { kind: "refuse", reason: "wrong_owner" });
    return true;
  },
  "only what was settled as not executed gets another outcome, and that contradicts it"(step) {
    const before = stateBefore(step);
    const after = stateAfter(step);
    if (!wrote(step) || before === undefined || !("by" in before)) return false;
    assert.equal(`${before.status} ${before.by}`, "not_executed reconcile");
    assert.ok(after && "by" in after && after.by === "claim" && after.contradicted === true);
    return true;
  },
  "an outcome meets a pending record only where the history changed"(step) {
    if (!wrote(step) || step.command.type === "consume" || stateBefore(step)?.status !== "pending") return false;
    assert.equal(confirmationIn(step.before)?.historyCurrent, false);
    return true;
  },
  "the claim's word that it ran stands, unless the system of record said so before"(step) {
    const { command } = step;
    if (command.type !== "complete" || command.outcome === "not_executed") return false;
    const stands = wrote(step) ? stateAfter(step) : step.believed?.state;
    assert.ok(stands && "by" in stands);
    if (stands.status !== command.outcome) assert.equal(`${stands.status} ${stands.by}`, "completed reconcile");
    return true;
  },
  "the answer that is kept is the one that was reported"(step) {
    const { command } = step;
    if (!wrote(step) || (command.type !== "complete" && command.type !== "settle")) return false;
    assert.equal(recordIn(step.after)?.data, command.data);
    return true;
  },
  "an answer is replayed as it was recorded, and only while it is kept"({ decision, believed }) {
    if (decision.kind !== "replay" || believed === null) return false;
    assert.equal(decision.data, believed.data);
    assert.ok(believed.nowMs < believed.deadlineMs);
    return true;
  },
};

test("whatever happens to a token, and in whatever order, the invariants hold", () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(lives, (life) => {
      const token = new TokenLife();
      const meanings = new Map<string, string>();
      for (const [happening, meanwhile] of life) {
        for (const step of token.play(happening, meanwhile)) {
          for (const [name, holds] of Object.entries(invariants)) if (holds(step)) met.add(name);
          const kept = step.after.kept;
          if (kept === null) continue;
          assert.equal(meanings.get(kept.tag) ?? kept.state, kept.state, "a tag never recurs with another meaning");
          meanings.set(kept.tag, kept.state);
        }
        assert.ok(token.claims.size <= 1, "at most one attempt ever gets the claim");
      }
    }),
    { numRuns: 5_000 },
  );
  expect([...met].sort(), "the lives met every invariant").toEqual(Object.keys(invariants).sort());
});
