import { randomUUID } from "node:crypto";
import { nodePlatform } from "@holdpoint/tier2-core";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
// The pure machine and the one loop of the engine, as they are built: core keeps them to itself.
import type { Command } from "../../core/dist/confirmation/command.js";
import type { Confirmation } from "../../core/dist/confirmation/confirmation.js";
import type { Decision } from "../../core/dist/confirmation/decision.js";
import { decide } from "../../core/dist/confirmation/machine.js";
import { readConfirmation } from "../../core/dist/confirmation/read.js";
import { pendingWrite } from "../../core/dist/confirmation/write.js";
import { transition } from "../../core/dist/engine/transition.js";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";

const sequences = Number(process.env.HOLDPOINT_MODEL_SEQUENCES ?? 150);

/** So long that no time passes, or none at all: the model needs no clock then. */
const times = { ttlMs: 3_600_000, retentionMs: 3_600_000, tombstoneMs: 3_600_000, leaseMs: 3_600_000 };
const lapsed = { ...times, leaseMs: 0 };

const bindings = [
  { owner: "me", tool: "delete", params: "p1" },
  { owner: "thief", tool: "delete", params: "p1" },
  { owner: "me", tool: "refund", params: "p1" },
  { owner: "me", tool: "delete", params: "p2" },
] as const;
const mine = bindings[0];

const binding = fc.oneof({ weight: 3, arbitrary: fc.constant(mine) }, fc.constantFrom(...bindings));
const claim = fc.constantFrom("a", "b");
const claimedAtMs = fc.constant(7);
const data = fc.constantFrom('"x"', '"y"');
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant("consume" as const), binding, claim, claimedAtMs }),
  fc.record({ type: fc.constant("renew" as const), binding: fc.constant(mine), claim, claimedAtMs }),
  fc.record({
    type: fc.constant("complete" as const),
    binding: fc.constant(mine), // whoever holds the claim was let in by its binding
    claim,
    claimedAtMs,
    outcome: fc.constantFrom("completed" as const, "not_executed" as const, "failed" as const),
    data,
  }),
  fc.record({
    type: fc.constant("settle" as const),
    outcome: fc.constantFrom("completed" as const, "not_executed" as const),
    data,
  }),
);
const step = fc.record({ command, times: fc.constantFrom(times, times, lapsed) });

/** What the machine says, put onto the record without any store. */
function apply(standing: Confirmation | null, decision: Decision): Confirmation | null {
  if (decision.kind !== "swap" && decision.kind !== "insert") return standing;
  const { tag, state, data = standing?.data ?? null, deadlineInMs } = decision.write;
  const record = { id: "", tag, state, body: null, data, nowMs: 0, historyCurrent: true };
  return readConfirmation({ ...record, deadlineMs: deadlineInMs ?? standing?.deadlineMs ?? 0 });
}

const told = (answer: { kind: string }) => {
  const { kind, reason, detail, why, data } = answer as Record<string, unknown>;
  const written = kind === "swap" || kind === "insert" || kind === "mine" || kind === "done";
  return { kind: written ? "written" : kind, reason, detail, why, data: written ? undefined : data };
};

const faceOf = (confirmation: Confirmation | null) =>
  confirmation && { tag: confirmation.tag, state: confirmation.state, data: confirmation.data };

let opened: Opened;
beforeAll(async () => {
  opened = await openPool(inject("databaseUrl"));
});
afterAll(() => opened.end());

test(`${sequences} random sequences of commands end in the store as in the pure machine, answer by answer`, async () => {
  const store = postgresStore(opened);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 12 }), async (isIssued, steps) => {
      const id = `c:${randomUUID()}`;
      let model: Confirmation | null = null;
      if (isIssued) {
        const write = pendingWrite(mine, '{"amount":1}', times);
        await store.insert(id, write);
        model = apply(null, { kind: "insert", write });
      }
      for (const { command, times } of steps) {
        const decision = decide(model, command, times);
        model = apply(model, decision);
        const answer = await transition({ store, platform: nodePlatform, times }, id, command, []);
        expect(told(answer)).toEqual(told(decision));
        const standing = await store.get(id);
        expect(faceOf(standing && readConfirmation(standing))).toEqual(faceOf(model));
        seen.add(`${command.type} ${Object.values(told(decision)).filter(Boolean).join(" ")}`);
      }
    }),
    { numRuns: sequences },
  );
  expect(seen.size).toBeGreaterThan(12);
});
