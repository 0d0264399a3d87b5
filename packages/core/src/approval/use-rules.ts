// What operations do to a grant, and who looks at one that was given by breaking glass.
import type { Granted } from "./approval.js";
import type { CloseReview, Refund, Reserve } from "./command.js";
import { refuse, same } from "./decision.js";
import { always, type Rule } from "./rules.js";
import { isVoid } from "./view.js";

/** Of a grant without a number of uses: more than any later policy can count. */
const mostKept = 1000;

export const unused: Rule<Reserve> = (approval) => refuse(isVoid(approval) ? "void" : "pending");

export const spend: Rule<Reserve> = (approval, { operationId }) => {
  const { state, nowMs } = approval;
  if (state.status !== "approved") return refuse("pending");
  if (isSpentBy(state, operationId)) return same;
  const kept = state.uses === null ? state.spent.slice(1 - mostKept) : state.spent;
  return use({ ...state, spent: [...kept, { operationId, atMs: nowMs }] });
};

/** A retry of an operation that has its use already. */
export const spendAgain: Rule<Reserve> = ({ state, historyCurrent }, { operationId }) => {
  if (!historyCurrent) return refuse("void");
  return state.status === "approved" && isSpentBy(state, operationId) ? same : refuse("exhausted");
};

export const giveBack: Rule<Refund> = (approval, { operationId }) => {
  const { state, historyCurrent } = approval;
  if (state.status !== "approved" || !historyCurrent || !isSpentBy(state, operationId)) return same;
  const spent = state.spent.filter((one) => one.operationId !== operationId);
  return use({ ...state, spent, refunded: state.refunded + 1 });
};

export const closeReview: Rule<CloseReview> = (approval, { by, reason, atMs }) => {
  const { state, historyCurrent } = approval;
  if ((state.status !== "approved" && state.status !== "revoked") || state.breakGlass === undefined) {
    return refuse("closed");
  }
  const { reviewed } = state.breakGlass;
  if (reviewed !== undefined) return reviewed.by === by.id ? same : refuse("closed");
  const next = { ...state, breakGlass: { ...state.breakGlass, reviewed: { by: by.id, reason, atMs } } };
  if (historyCurrent || state.status === "revoked") {
    const history = state.status === "revoked" ? "any" : "same";
    return { kind: "swap", next, condition: { deadline: "any", history } };
  }
  // This write is of the present history, and must not bring the grant back with it.
  return { kind: "swap", next: { ...next, status: "revoked", by: by.id, reason, atMs }, condition: always };
};

const isSpentBy = ({ spent }: Granted, operationId: string) => spent.some((one) => one.operationId === operationId);

const use = (next: { readonly status: "approved" } & Granted) =>
  ({
    kind: "swap",
    next,
    condition: { deadline: next.minutes === null ? "any" : "open", history: "same" },
  }) as const;
