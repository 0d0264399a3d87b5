import type { Parts } from "../parts.js";

/** What the decisions and the grants need of an engine. */
export type ApprovalParts = Pick<
  Parts,
  "approvalStore" | "server" | "platform" | "times" | "hooks" | "retryPausesMs" | "tell" | "journal" | "event"
>;
