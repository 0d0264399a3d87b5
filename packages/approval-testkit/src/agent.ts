import assert from "node:assert/strict";
import { demandKind } from "./demand.js";
import { type Answer, readAnswer } from "./read-answer.js";
import type { By, Caller, Decided, GuardedCall, Subject } from "./subject.js";

/** A first call: without a token. */
export async function ask(subject: Subject, { tool, args }: GuardedCall, as: Caller = "requester"): Promise<Answer> {
  return readAnswer(await subject.call(as, tool, args));
}

interface Confirming {
  readonly as?: Caller;
  /** Says that the same operation is really meant once more, if the preview says that it ran already. Default false. */
  readonly acknowledge?: boolean;
}

/** The second call, with the token of a preview. */
export async function confirm(
  subject: Subject,
  { tool, args }: GuardedCall,
  { token, duplicateOf }: Pick<Answer, "token" | "duplicateOf">,
  { as = "requester", acknowledge = false }: Confirming = {},
): Promise<Answer> {
  const acknowledged = acknowledge && duplicateOf !== undefined && { acknowledge_duplicate: duplicateOf };
  return readAnswer(await subject.call(as, tool, { ...args, confirm_token: token, ...acknowledged }));
}

/** A first call that has to wait for a decision. */
export async function opened(subject: Subject, call: GuardedCall, what = "A call that nobody allowed") {
  const answer = await ask(subject, call);
  demandKind(answer, "pending", what);
  assert.notEqual(answer.approval.id, "", "a pending answer names no approval");
  return answer.approval;
}

export async function allow(subject: Subject, approvalId: string, by: By = "first"): Promise<Decided> {
  const decided = await subject.decide(approvalId, "allow", "looked at it", by);
  assert.equal(decided.accepted, true, `an approver's allow was not accepted (${by})`);
  return decided;
}

/** A call that was asked for and allowed. Answers the approval's id and what the allow gave. */
export async function granted(subject: Subject, call: GuardedCall) {
  const { id } = await opened(subject, call);
  return { id, decided: await allow(subject, id) };
}

/** The preview that an allowed call gets. */
export async function previewed(
  subject: Subject,
  call: GuardedCall,
  what = "A call that was allowed",
): Promise<Answer> {
  const answer = await ask(subject, call);
  demandKind(answer, "preview", what);
  return answer;
}

/** An allowed call to its end: the control that a server does not pass by refusing everything. */
export async function carryOut(subject: Subject, call: GuardedCall, what = "A call that was allowed"): Promise<void> {
  const preview = await previewed(subject, call, what);
  demandKind(await confirm(subject, call, preview, { acknowledge: true }), "executed", `${what} and confirmed`);
}

export const atOnce = <T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => work(number)));
