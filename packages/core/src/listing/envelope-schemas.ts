import type { Envelope } from "../wire/envelope.js";
import type { JsonSchema } from "./json-schema.js";

const text = { type: "string" };

const envelope = (status: Envelope["status"], properties: JsonSchema, optional: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties: { status: { const: status }, tool: text, ...properties, ...optional },
  required: ["status", "tool", ...Object.keys(properties)],
});

const duplicateOf: JsonSchema = {
  type: "object",
  properties: { operation_id: text, status: text, seconds_ago: { type: "number" } },
  required: ["operation_id", "status", "seconds_ago"],
};

const count: JsonSchema = {
  type: "object",
  properties: { needed: { type: "number" }, given: { type: "number" }, panels: { type: "array" } },
  required: ["needed", "given"],
};

const approval: JsonSchema = {
  type: "object",
  properties: {
    id: text,
    status: { const: "pending" },
    decide_by: text,
    approvers: { type: "array", items: text },
    quorum: count,
    review_url: text,
    previous: { type: "object" },
  },
  required: ["id", "status", "decide_by", "approvers", "quorum"],
};

/** Every answer of Holdpoint's own that carries `structuredContent`; a refusal is text only. */
export const envelopeSchemas = {
  confirmation_required: envelope(
    "confirmation_required",
    { summary: text, preview: { type: "object" }, confirm_token: text, confirm_instructions: text },
    { duplicate_of: duplicateOf, resolved: { type: "object" }, material: { type: "object" } },
  ),
  approval_pending: envelope("approval_pending", {
    summary: text,
    approval,
    retry_after_ms: { type: "number" },
    instructions: text,
  }),
  ok: envelope("ok", { message: text }),
} satisfies Record<Exclude<Envelope["status"], "rejected">, JsonSchema>;
