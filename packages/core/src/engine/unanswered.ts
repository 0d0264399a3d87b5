import type { Binding } from "../confirmation/confirmation.js";
import type { Cancel } from "../ports.js";
import type { Parts } from "./parts.js";

/** An attempt to take a claim. */
export interface Attempt {
  readonly claim: string;
  readonly claimedAtMs: number;
  /** Monotonic time of this process just before the store was asked for the first time. */
  readonly sentAtMs: number;
}

/**
 * Attempts that the store never answered. One of them may have been applied, and then only its own claim is let in: so
 * the same call, repeated here while that claim would be alive, goes on with it. Each is handed out once, since two
 * calls with one claim would both start.
 */
export class Unanswered {
  readonly #parts: Pick<Parts, "platform" | "times">;
  readonly #attempts = new Map<string, { attempt: Attempt; forget: Cancel }>();

  constructor(parts: Pick<Parts, "platform" | "times">) {
    this.#parts = parts;
  }

  put(id: string, binding: Binding, attempt: Attempt): void {
    const { platform, times } = this.#parts;
    const leftMs = attempt.sentAtMs + times.leaseMs - platform.monotonicMs();
    if (leftMs <= 0) return;
    const key = keyOf(id, binding);
    const forget = platform.inBackground(leftMs, () => this.#attempts.delete(key));
    this.#attempts.set(key, { attempt, forget });
  }

  take(id: string, binding: Binding): Attempt | undefined {
    const key = keyOf(id, binding);
    const kept = this.#attempts.get(key);
    kept?.forget();
    this.#attempts.delete(key);
    return kept?.attempt;
  }
}

/** With the binding, so that nobody goes on with the attempt of somebody else. */
const keyOf = (id: string, { owner, tool, params }: Binding): string => [id, owner, tool, params].join(" ");
