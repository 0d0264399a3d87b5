import type { SwapCondition } from "../store.js";
import type { ApprovalState } from "./approval.js";
import type { Decided } from "./approvals.js";

/** Why somebody's word changes nothing. */
export type NotDecided = Exclude<Extract<Decided, { ok: false }>["reason"], "invalid">;

/** Why a grant does not let an operation through. `void`: it was given before the store may have lost writes. */
export type Unusable =
  | "not_found"
  | "not_covered"
  | "pending"
  | "denied"
  | "cancelled"
  | "revoked"
  | "lapsed"
  | "exhausted"
  | "void";

/** What `decide` answers. */
export type Decision<Why extends string = NotDecided | Unusable> =
  | {
      readonly kind: "swap";
      readonly next: ApprovalState;
      readonly condition: SwapCondition;
      /** Absent: the deadline stays. */
      readonly deadlineInMs?: number;
      /** This only brings the record up to date: the command is then decided on what became of it. */
      readonly thenDecide?: true;
    }
  /** It is so already, or there is nothing to do. */
  | { readonly kind: "same" }
  | { readonly kind: "refuse"; readonly why: Why };

export const refuse = <Why extends string>(why: Why) => ({ kind: "refuse", why }) as const;
export const same = { kind: "same" } as const;
