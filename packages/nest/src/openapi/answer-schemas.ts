import { reasons } from "@holdpoint/tier2-core";

const text = { type: "string" };

/** The protocol's own fields of a body. */
export const keyProperties = {
  confirm_token: {
    ...text,
    description:
      "Leave it out on the first request. To confirm, send the token of the preview with the SAME other arguments.",
  },
  acknowledge_duplicate: {
    ...text,
    description: "The operation_id of the preview's duplicate_of, if the same operation is meant to run once more.",
  },
};

export const previewSchema = {
  type: "object",
  properties: {
    status: { type: "string", enum: ["confirmation_required"] },
    tool: text,
    summary: text,
    preview: { type: "object" },
    confirm_token: text,
    confirm_instructions: text,
  },
  required: ["status", "tool", "summary", "preview", "confirm_token", "confirm_instructions"],
};

export const approvalSchema = {
  type: "object",
  properties: {
    status: { type: "string", enum: ["approval_pending"] },
    tool: text,
    summary: text,
    approval: {
      type: "object",
      properties: {
        id: text,
        status: { type: "string", enum: ["pending"] },
        decide_by: { ...text, format: "date-time" },
        approvers: { type: "array", items: text },
        quorum: {
          type: "object",
          properties: {
            needed: { type: "number" },
            given: { type: "number" },
            panels: { type: "array", items: { type: "object" } },
          },
          required: ["needed", "given"],
        },
        review_url: text,
        previous: { type: "object" },
      },
      required: ["id", "status", "decide_by", "approvers", "quorum"],
    },
    retry_after_ms: { type: "number" },
    instructions: text,
  },
  required: ["status", "tool", "summary", "approval", "retry_after_ms", "instructions"],
};

/** Status of an HTTP answer to the reasons that it may have. */
export const refusalsByStatus: ReadonlyMap<number, readonly string[]> = Object.entries(reasons).reduce(
  (byStatus, [reason, { http }]) => byStatus.set(http, [...(byStatus.get(http) ?? []), reason]),
  new Map<number, string[]>(),
);

export const refusalSchema = (of: readonly string[]) => ({
  type: "object",
  properties: {
    status: { type: "string", enum: ["rejected"] },
    tool: text,
    error: text,
    reason: { type: "string", enum: [...of] },
    detail: text,
    retry_after_ms: { type: "number" },
  },
  required: ["status", "tool", "error", "reason"],
});
