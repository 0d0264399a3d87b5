import type { Duplicate } from "../duplicates/duplicate.js";
import type { Material } from "../tool/material.js";
import type { ApprovalPending } from "./approval-pending.js";
import { type Reason, sentenceFor } from "./reasons.js";
import { wireMaterial } from "./wire-material.js";

/** What a call answers, field for field as it goes over the wire (snake_case). `status` tells the four apart. */
export type Envelope = ConfirmationRequired | ApprovalPending | Ok | Rejected;

export interface ConfirmationRequired {
  status: "confirmation_required";
  tool: string;
  summary: string;
  preview: object;
  /** Arguments that meant something relative ("tomorrow"), as they will be used. */
  resolved?: object;
  /** The facts that the decision turns on, where the tool gave them. */
  material?: object;
  confirm_token: string;
  confirm_instructions: string;
  duplicate_of?: { operation_id: string; status: Duplicate["status"]; seconds_ago: number };
}

/** The only envelope of an operation that is known to have been executed. */
export interface Ok {
  status: "ok";
  tool: string;
  message: string;
  [detail: string]: unknown;
}

export interface Rejected {
  status: "rejected";
  tool: string;
  error: string;
  reason: Reason;
  detail?: string;
  retry_after_ms?: number;
}

const minuteMs = 60_000;

/** "5 minutes", "1 minute", "90 seconds": whole minutes where they are whole, else seconds. */
function lifetime(ttlMs: number): string {
  const [count, unit] = ttlMs % minuteMs === 0 ? [ttlMs / minuteMs, "minute"] : [Math.ceil(ttlMs / 1000), "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export function confirmInstructions(tool: string, token: string, ttlMs: number): string {
  return `Review the preview above. If correct, call "${tool}" again with the SAME arguments plus "confirm_token": "${token}". Token expires in ${lifetime(ttlMs)} and is single-use.`;
}

function whatItDid({ status, secondsAgo }: Duplicate): string {
  if (status === "in_flight") return `was started ${secondsAgo} s ago and is running now`;
  if (status === "in_doubt") return `was started ${secondsAgo} s ago, and its outcome is not known yet`;
  return `${status} ${secondsAgo} s ago`;
}

const duplicateInstructions = (duplicate: Duplicate): string =>
  ` The same operation ${whatItDid(duplicate)}. Only if it is really meant to run once more, also add "acknowledge_duplicate": "${duplicate.operationId}".`;

export const duplicateError = (duplicate: Duplicate): string =>
  `The same operation (${duplicate.operationId}) ${whatItDid(duplicate)}. This call executed nothing. To run it once more, get a new preview and confirm it with "acknowledge_duplicate": "${duplicate.operationId}".`;

const userInstructions = (fact: string): string =>
  ` The user themselves is then asked to type the ${fact}: tell them what it is and that they will be asked, and wait.`;

export function confirmationRequired(a: {
  tool: string;
  summary: string;
  preview: object;
  token: string;
  ttlMs: number;
  duplicate?: Duplicate | undefined;
  resolved?: object | undefined;
  material?: Material | undefined;
  /** At L2: which fact the client's user has to type. */
  userTypes?: string | undefined;
}): ConfirmationRequired {
  const { duplicate } = a;
  return {
    status: "confirmation_required",
    tool: a.tool,
    summary: a.summary,
    preview: a.preview,
    ...(a.resolved !== undefined && { resolved: a.resolved }),
    ...(a.material !== undefined && { material: wireMaterial(a.material) }),
    confirm_token: a.token,
    confirm_instructions:
      confirmInstructions(a.tool, a.token, a.ttlMs) +
      (a.userTypes === undefined ? "" : userInstructions(a.userTypes)) +
      (duplicate === undefined ? "" : duplicateInstructions(duplicate)),
    ...(duplicate !== undefined && {
      duplicate_of: {
        operation_id: duplicate.operationId,
        status: duplicate.status,
        seconds_ago: duplicate.secondsAgo,
      },
    }),
  };
}

export function ok(a: { tool: string; message: string; details?: object | undefined }): Ok {
  const reserved = { status: "ok", tool: a.tool, message: a.message } as const;
  return { ...reserved, ...a.details, ...reserved };
}

/** What an answer without words of its own says. */
export const executed = "Executed.";

/** An ok envelope of whatever a handler or a system of record said: it ran, so no shape of its answer may spoil that. */
export function okOf(tool: string, said: { message?: unknown; details?: unknown }): Ok {
  const { message, details } = said;
  return ok({
    tool,
    message: typeof message === "string" && message !== "" ? message : executed,
    details: typeof details === "object" && details !== null && !Array.isArray(details) ? details : undefined,
  });
}

export interface Refusal {
  readonly reason: Reason;
  readonly detail?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Replaces the table's sentence where the author of a tool or a validator has a better one. */
  readonly error?: string | undefined;
}

export function rejected(tool: string, refusal: Refusal): Rejected {
  return {
    status: "rejected",
    tool,
    error: refusal.error ?? sentenceFor(refusal.reason, refusal.detail),
    reason: refusal.reason,
    ...(refusal.detail !== undefined && { detail: refusal.detail }),
    ...(refusal.retryAfterMs !== undefined && { retry_after_ms: refusal.retryAfterMs }),
  };
}
