import type { ElicitationOutcome } from "../elicitation/outcome.js";

/**
 * The closed table of refusals: the sentence a model reads, the HTTP status, and whether MCP calls it an
 * error. Adding a reason means adding a row here and nowhere else.
 */
interface Row {
  readonly sentence: string;
  readonly http: 400 | 403 | 409 | 410 | 422 | 500 | 503;
  readonly isError: true;
}

const row = (http: Row["http"], sentence: string): Row => ({ sentence, http, isError: true });
const newPreview = "Re-call without confirm_token to get a new preview.";

export const reasons = {
  // Handlers written by hand may drop the detail, so this one must not talk a running operation's caller into a second one.
  unknown_or_used: row(
    409,
    "This confirm_token is unknown or was already used. If it was confirmed before, its operation may be running or done: check that first. Only otherwise re-call without confirm_token to get a new preview.",
  ),
  wrong_owner: row(403, "This confirm_token was issued to another requester."),
  wrong_tool: row(422, "This confirm_token was issued for another tool. Call the tool that returned it."),
  params_changed: row(422, `Arguments changed between the preview and the confirm call. ${newPreview}`),
  expired: row(410, `This confirm_token has expired. ${newPreview}`),
  invalid_params: row(400, "The arguments are not valid. This call executed nothing."),
  not_possible: row(409, "The operation is not possible. This call executed nothing."),
  duplicate: row(409, "The same operation ran a short time ago. This call executed nothing."),
  not_executed: row(409, `The operation was not executed. ${newPreview}`),
  failed: row(
    500,
    "The operation failed after it had started: it may or may not have taken effect. Do not try it again before its state was checked.",
  ),
  state_changed: row(409, `The state changed since the preview. This call executed nothing. ${newPreview}`),
  policy_changed: row(409, `The policy changed since the preview. This call executed nothing. ${newPreview}`),
  risk_exceeded: row(409, "The operation exceeds the accepted risk. This call executed nothing."),
  denied: row(403, "An approver denied this operation. This call executed nothing."),
  revoked: row(403, "The approval of this operation was revoked. This call executed nothing."),
  access_revoked: row(403, "The requester may not use this tool this way. This call executed nothing."),
  tool_disabled: row(403, "This tool is disabled. This call executed nothing."),
  level_unavailable: row(
    403,
    "This operation needs a confirmation that is not available here. This call executed nothing.",
  ),
  not_confirmed: row(403, "The user did not confirm this operation. This call executed nothing."),
  approval_lapsed: row(410, `The approval of this operation has lapsed. ${newPreview}`),
  store_unavailable: row(
    503,
    "The confirmation store did not answer. This call executed nothing. Repeat the same call later.",
  ),
} as const satisfies Record<string, Row>;

export type Reason = keyof typeof reasons;

/** Finer grain of `unknown_or_used`, told only to the token's owner with the same tool and arguments. */
export const details = {
  in_flight:
    "This operation is running now. Do not ask for a new preview; repeat this same call later to get its result.",
  in_doubt:
    "This operation was started and its outcome is not known yet. Do not ask for a new preview; have its state checked first.",
  already_executed:
    "This operation was already executed. Its recorded result is no longer kept. Do not execute it again.",
  history_changed: `The store may have lost writes since the preview, so this confirm_token is refused. Have the state checked; then re-call without confirm_token to get a new preview.`,
} as const satisfies Record<string, string>;

export type Detail = keyof typeof details;

export const isReason = (text: string): text is Reason => Object.hasOwn(reasons, text);

const repeatLater = "Repeat the same call later; it joins what waits.";

const sameCall =
  "The confirm_token was not used: only if the user wants it, repeat this same call, and they are asked once more.";

/** Never an invitation to go on without them: what the user did not do, an agent must not. */
const notConfirmed = {
  declined:
    "The user was asked, and declined. This call executed nothing. Do not try it again, or reach the same in another way, unless they ask for it.",
  cancelled: `The user was asked, and closed the question without an answer. This call executed nothing. ${sameCall}`,
  timed_out: `The user was asked, and did not answer in time. This call executed nothing. Tell them. ${sameCall}`,
  withdrawn: `The call ended before the user had answered. This call executed nothing. ${sameCall}`,
  failed: `The client could not ask the user, although it says that it can. This call executed nothing. ${sameCall}`,
  empty: `The client accepted without an answer. Only what the user types counts. This call executed nothing. ${sameCall}`,
  wrong: `What was typed is not what would happen, so it does not. This call executed nothing. Tell the user what the preview names. ${sameCall}`,
  unexpected: `The client answered something else than it was asked. Only what the user types counts. This call executed nothing. ${sameCall}`,
  asked_enough:
    "The user was asked about this confirm_token as often as may be, or declined. This call executed nothing. Only if they ask for it, re-call without confirm_token to get a new preview.",
} as const satisfies Record<Exclude<ElicitationOutcome, "answered">, string>;

/** Where a detail says more than its reason. */
const sentences: { readonly [R in Reason]?: { readonly [detail: string]: string } } = {
  unknown_or_used: details,
  not_executed: {
    rolled_back:
      "Everything was rolled back, so nothing was executed. This same call may be repeated with the same confirm_token.",
    too_late: `It took too long until it could start, so it was not executed. ${newPreview}`,
  },
  not_possible: {
    too_many_requests: `Too many requests of yours for this tool wait for a decision. This call executed nothing. ${repeatLater}`,
    withdrawn: "The request for approval was withdrawn. This call executed nothing.",
  },
  approval_lapsed: {
    exhausted: `The uses of this approval are spent. This call executed nothing. ${newPreview}`,
    history_changed: `The store may have lost what was decided, so it counts no longer. This call executed nothing. ${newPreview}`,
    undecided: "Nobody decided in time. This call executed nothing. Re-call to ask once more.",
  },
  level_unavailable: {
    subject_missing:
      "This operation needs an approver, and the call says in no person's name it comes: nobody could tell whether they approve themselves. This call executed nothing.",
    user_not_reachable:
      "This operation needs an answer of the user, and this client, or the way it is connected, cannot ask them. This call executed nothing.",
    nothing_to_type:
      "This operation needs something that the user can type to confirm it, and its preview names nothing. This call executed nothing.",
    no_policy: "This operation needs an approver, and no policy says who that is. This call executed nothing.",
  },
  not_confirmed: notConfirmed,
  policy_changed: {
    definition_changed: `The tool is defined otherwise than it was approved. This call executed nothing. ${newPreview}`,
  },
};

/** The sentence for a refusal: the detail's where there is one, else the reason's. */
export function sentenceFor(reason: Reason, detail?: string): string {
  const own = sentences[reason];
  return own !== undefined && detail !== undefined && Object.hasOwn(own, detail)
    ? (own[detail] as string)
    : reasons[reason].sentence;
}
