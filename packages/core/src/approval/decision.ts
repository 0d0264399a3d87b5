import type { SwapCondition } from "../store.js";
import type { ApprovalState } from "./approval.js";
import type { Decided } from "./approvals.js";

/** Why a person's word changes nothing. */
export type NotDecided = Exclude<Extract<Decided, { ok: false }>["reason"], "invalid">;

/** Why a grant lets an operation not through. `void`: given before the store may have lost writes. */
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
      /** This only brings the record up to date: the command is decided on what it made of it. */
      readonly thenDecide?: true;
    }
  /** It is so already. */
  | { readonly kind: "same" }
  | { readonly kind: "refuse"; readonly why: Why };

export const refuse = <Why extends string>(why: Why) => ({ kind: "refuse", why }) as const;
export const same = { kind: "same" } as const;
