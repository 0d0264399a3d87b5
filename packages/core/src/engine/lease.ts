import type { Cancel } from "../ports.js";
import { type CallSignal, callSignal } from "./call-signal.js";
import type { Claim } from "./claim.js";
import type { Parts } from "./parts.js";
import { transition } from "./transition.js";

const renewalsPerLease = 3;

/** Keeps one claim alive while its handler runs, and tells the handler when it no longer is. */
export class Lease {
  readonly signal: AbortSignal;
  readonly #parts: Parts;
  readonly #claim: Claim;
  readonly #own: CallSignal;
  #aliveSinceMs: number;
  #cancelTimer: Cancel = () => {};
  #ended = false;

  constructor(parts: Parts, claim: Claim) {
    this.#own = callSignal(parts);
    this.signal = this.#own.signal;
    this.#parts = parts;
    this.#claim = claim;
    this.#aliveSinceMs = claim.sentAtMs;
    this.#schedule();
  }

  /**
   * A process that was paused since its claim must not wake up and start: it may start only while much of the
   * lease is left, or after a renewal that the store accepted. Nor does anything start once it was told to stop.
   */
  async mayStart(): Promise<boolean> {
    return this.mayStartNow() || (!this.signal.aborted && (await this.#renew()) && !this.signal.aborted);
  }

  /** The same without asking the store. */
  mayStartNow(): boolean {
    return this.#silentMs() < this.#parts.times.leaseMs / 2 && !this.signal.aborted;
  }

  end(): void {
    this.#ended = true;
    this.#cancelTimer();
    this.#own.release();
  }

  #silentMs(): number {
    return this.#parts.platform.monotonicMs() - this.#aliveSinceMs;
  }

  #schedule(): void {
    this.#cancelTimer = this.#parts.platform.inBackground(
      this.#parts.times.leaseMs / renewalsPerLease,
      () => void this.#tick(),
    );
  }

  async #tick(): Promise<void> {
    await this.#renew();
    if (!this.#ended) this.#schedule();
  }

  async #renew(): Promise<boolean> {
    const sentAtMs = this.#parts.platform.monotonicMs();
    const { id, binding, claim, claimedAtMs } = this.#claim;
    try {
      const { kind } = await transition(this.#parts, id, { type: "renew", binding, claim, claimedAtMs }, []);
      if (kind === "done") {
        this.#aliveSinceMs = sentAtMs;
        return true;
      }
      this.#lose();
    } catch {
      // The store is away. That is no loss of the claim until the lease has run out.
      if (this.#silentMs() >= this.#parts.times.leaseMs) this.#lose();
    }
    return false;
  }

  #lose(): void {
    if (!this.#ended) this.#own.abort(new Error("The lease of this operation was lost."));
  }
}
