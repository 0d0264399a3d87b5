import fc from "fast-check";
import type { Command, Complete, Settle } from "../../src/confirmation/command.js";
import { pendingWrite } from "../../src/confirmation/write.js";
import { binding, claimedAtMs, times } from "./confirmations.js";
import { carriedOut, type Step } from "./pure-engine.js";
import { inserted, type World } from "./pure-store.js";

/** What can happen to a token that was issued. */
export type Happening =
  /** Somebody makes a new attempt at it; a thief does so under another binding. */
  | { what: "confirm"; thief: boolean }
  /** The last attempt is repeated, since its reply was lost. */
  | { what: "confirm again" }
  | { what: "renew" }
  | { what: "end"; outcome: Complete["outcome"] }
  | { what: "settle"; outcome: Settle["outcome"] }
  | { what: "time passes"; ms: number }
  /** Another history begins, with an older record. */
  | { what: "failover"; back: number };

const kinds: fc.Arbitrary<Happening>[] = [
  fc.record({ what: fc.constant("confirm" as const), thief: fc.boolean() }),
  fc.constant({ what: "confirm again" as const }),
  fc.constant({ what: "renew" as const }),
  fc.record({
    what: fc.constant("end" as const),
    outcome: fc.constantFrom("completed" as const, "not_executed" as const, "failed" as const),
  }),
  fc.record({
    what: fc.constant("settle" as const),
    outcome: fc.constantFrom("completed" as const, "not_executed" as const),
  }),
  fc.record({
    what: fc.constant("time passes" as const),
    ms: fc.constantFrom(1, times.leaseMs, times.ttlMs - 1, times.ttlMs, times.retentionMs, times.tombstoneMs),
  }),
  fc.record({ what: fc.constant("failover" as const), back: fc.integer({ min: 0, max: 6 }) }),
];

/** Each happening with one that comes between the two halves of it, if it has two. */
export const lives = fc.array(fc.tuple(fc.oneof(...kinds), fc.option(fc.oneof(...kinds), { nil: undefined })), {
  minLength: 1,
  maxLength: 24,
});

/** One token, one requester who holds its claim or not, and a store that can fail over. */
export class TokenLife {
  readonly #past: World[] = [];
  #world: World = inserted({ kept: null, nowMs: 0, history: 0 }, pendingWrite(binding, "{}", times));
  #attempts = 0;
  /** Names of the attempts that were told to execute. */
  readonly claims = new Set<string>();
  #reported: Complete | undefined;

  /** The steps in the order in which they ended. */
  play(happening: Happening, meanwhile?: Happening): Step[] {
    this.#past.push(this.#world);
    if (happening.what === "time passes") {
      this.#world = { ...this.#world, nowMs: this.#world.nowMs + happening.ms };
    } else if (happening.what === "failover") {
      const kept = this.#past.at(-1 - happening.back)?.kept ?? null;
      this.#world = { ...this.#world, kept, history: this.#world.history + 1 };
    }
    const command = this.#commandOf(happening);
    if (command === undefined) return [];
    const others: Step[] = [];
    const step = carriedOut(this.#world, command, (world) => {
      this.#world = world;
      if (meanwhile) others.push(...this.play(meanwhile));
      return this.#world;
    });
    this.#world = step.after;
    const won = step.decision.kind === "swap" || step.decision.kind === "mine";
    if (command.type === "consume" && won) this.claims.add(command.claim);
    return [...others, step];
  }

  #commandOf(happening: Happening): Command | undefined {
    const [claim] = this.claims;
    const own = { binding, claim: claim ?? "nobody", claimedAtMs };
    switch (happening.what) {
      case "confirm":
        this.#attempts += 1;
        return this.#consume(happening.thief);
      case "confirm again":
        return this.#consume(false);
      case "renew":
        return { type: "renew", ...own };
      case "end":
        if (claim === undefined) return undefined;
        this.#reported ??= { type: "complete", ...own, outcome: happening.outcome, data: `"${happening.outcome}"` };
        return this.#reported;
      case "settle":
        return { type: "settle", outcome: happening.outcome, data: `"settled as ${happening.outcome}"` };
      default:
        return undefined;
    }
  }

  #consume(thief: boolean): Command {
    const bound = thief ? { ...binding, owner: "owner-b" } : binding;
    return { type: "consume", binding: bound, claim: `claim-${this.#attempts}`, claimedAtMs };
  }
}
