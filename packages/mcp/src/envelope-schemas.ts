import type { Envelope } from "@holdpoint/tier2-core";
import type { JsonSchema } from "./json-schema.js";

const text = { type: "string" };

const envelope = (status: Envelope["status"], properties: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { status: { const: status }, tool: text, ...properties },
  required: ["status", "tool", ...Object.keys(properties)],
});

/** Every answer of Holdpoint's own that carries `structuredContent`; a refusal is text only. */
export const envelopeSchemas = {
  confirmation_required: envelope("confirmation_required", {
    summary: text,
    preview: { type: "object" },
    confirm_token: text,
    confirm_instructions: text,
  }),
  ok: envelope("ok", { message: text }),
} satisfies Record<Exclude<Envelope["status"], "rejected">, JsonSchema>;
