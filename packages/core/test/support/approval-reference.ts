import type { Requirement } from "../../src/policy/requirement.js";
import { minuteMs } from "./approvals.js";

/** What the machine must come to, told as a story with variables instead of records: no tags, no conditions, no views. */
export class Reference {
  nowMs = 0;
  history = 0;
  readonly #demands: Requirement;
  #end: "denied" | "cancelled" | "revoked" | undefined;
  #saidIn = 0;
  #yes = new Map<string, number | undefined>();
  #nextAsked = false;
  #decideByMs: number | null;
  #grant: { in: number; uses: number | null; untilMs: number | null; spent: Set<string> } | undefined;
  #glass: "open" | "reviewed" | undefined;

  constructor(demands: Requirement) {
    this.#demands = demands;
    this.#decideByMs = demands.decideByMs;
  }

  get status(): string {
    if (this.#end !== undefined) return this.#end;
    const grant = this.#grant;
    if (grant === undefined) return this.#isOverdue() ? "lapsed" : "pending";
    if (grant.untilMs !== null && this.nowMs >= grant.untilMs) return "lapsed";
    if (grant.uses !== null && grant.spent.size >= grant.uses) return "exhausted";
    if (grant.in === this.history) return "approved";
    return this.#glass === undefined ? "pending" : "lapsed";
  }

  get usesLeft(): number | null {
    return this.#grant === undefined || this.#grant.uses === null ? null : this.#grant.uses - this.#grant.spent.size;
  }

  get isReviewOpen(): boolean {
    return this.#glass === "open";
  }

  allow(who: string, uses: number | undefined): boolean {
    this.#notice();
    if (!this.#mayDecide(who) || (uses !== undefined && this.#demands.uses !== null && uses > this.#demands.uses)) {
      return false;
    }
    if (this.status !== "pending") {
      return this.#grant !== undefined && this.#end === undefined && this.#yes.has(who) && this.#yes.get(who) === uses;
    }
    this.#forget();
    if (this.#yes.has(who)) return this.#yes.get(who) === uses;
    this.#yes.set(who, uses);
    if (this.#yes.size >= this.#demands.quorum) this.#give([...this.#yes.values()], this.#demands.minutes);
    return true;
  }

  deny(who: string): boolean {
    this.#notice();
    if (this.status !== "pending" || !this.#mayDecide(who)) return false;
    const hasSaidYes = this.#saidIn === this.history && this.#grant === undefined && this.#yes.has(who);
    if (hasSaidYes) return false;
    this.#end = "denied";
    return true;
  }

  /** Of what counts, or counted until the store may have lost writes. */
  retract(who: string): boolean {
    this.#notice();
    if (this.status !== "pending" || this.#grant !== undefined || !this.#yes.has(who)) return false;
    if (this.#saidIn !== this.history) this.#forget();
    this.#yes.delete(who);
    return true;
  }

  withdraw(): boolean {
    if (this.status !== "pending") return this.#end === "cancelled";
    this.#end = "cancelled";
    return true;
  }

  revoke(): boolean {
    if (this.#grant === undefined || this.#end === "denied" || this.#end === "cancelled") return false;
    this.#end = "revoked";
    return true;
  }

  reserve(operation: string): boolean {
    const { status } = this;
    const hasIt = this.#grant?.spent.has(operation) === true;
    if (status === "exhausted") return hasIt && this.#grant?.in === this.history;
    if (status === "approved") this.#grant?.spent.add(operation);
    return status === "approved";
  }

  refund(operation: string): boolean {
    if (this.#grant?.in !== this.history || !["approved", "exhausted"].includes(this.status)) return false;
    return this.#grant.spent.delete(operation);
  }

  breakGlass(): boolean {
    this.#notice();
    if (this.status !== "pending") return false;
    this.#forget();
    this.#give([1, ...this.#yes.values()], 5);
    this.#yes.set("bob", undefined);
    this.#glass = "open";
    return true;
  }

  closeReview(): boolean {
    if (this.#glass !== "open") return false;
    this.#glass = "reviewed";
    // Looking at it must not give it back what a lost history took.
    if (this.#grant?.in !== this.history) this.#end ??= "revoked";
    return true;
  }

  #mayDecide(who: string): boolean {
    return who !== "next" || this.#nextAsked;
  }

  /** The store's clock has gone past the deadline: the next ones are asked, for the same time once more. */
  #notice(): void {
    if (this.#demands.onDeadline !== "escalate" || this.#grant !== undefined || this.#end !== undefined) return;
    if (this.#nextAsked || this.#decideByMs === null || this.nowMs < this.#decideByMs || this.#isOverdue()) return;
    this.#nextAsked = true;
    this.#decideByMs += this.#demands.decideByMs;
    this.#forget();
    this.#saidIn = this.history;
  }

  #isOverdue(): boolean {
    if (this.#demands.onDeadline === "hold" || this.#decideByMs === null) return false;
    const again = this.#demands.onDeadline === "escalate" && !this.#nextAsked ? this.#demands.decideByMs : 0;
    return this.nowMs >= this.#decideByMs + again;
  }

  /** What was said before the store may have lost writes was not said. */
  #forget(): void {
    if (this.#grant !== undefined) this.#decideByMs = this.nowMs + this.#demands.decideByMs;
    if (this.#grant !== undefined || this.#saidIn !== this.history) this.#yes = new Map();
    this.#grant = undefined;
    this.#saidIn = this.history;
  }

  #give(uses: readonly (number | undefined)[], minutes: number | null): void {
    const numbers = [this.#demands.uses, ...uses].filter((one) => typeof one === "number");
    const all = [this.#demands.minutes, minutes].filter((one) => one !== null);
    this.#grant = {
      in: this.history,
      uses: numbers.length === 0 ? null : Math.min(...numbers),
      untilMs: all.length === 0 ? null : this.nowMs + Math.min(...all) * minuteMs,
      spent: new Set(),
    };
  }
}
