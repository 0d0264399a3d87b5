import { createTier2, defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import { registerTier2Tool } from "@holdpoint/tier2-mcp";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { db } from "./app.js";

export const tier2 = createTier2({ store: memoryStore(), server: "foos" });
export const server = new McpServer({ name: "foos", version: "1.0.0" });

export const deleteFoo = defineTier2Tool({
  name: "delete_foo",
  description: "Delete a foo and everything related to it.",
  input: z.strictObject({ id: z.number().int() }),
  category: "delete",
  async preview({ id }) {
    const foo = await db.getFoo(id);
    if (!foo) return refuse("Foo not found");
    return {
      summary: `Will delete foo #${id} '${foo.name}' and ${foo.related_count} related things.`,
      preview: { foo_id: id, foo_name: foo.name, related: foo.related_count },
      stateVersion: String(foo.version),
      material: { target: `foo:${id}`, reversibility: "irreversible" },
    };
  },
  async execute({ id }, { preview, operationId }) {
    const n: number = preview.related;
    void n;
    return { message: `Foo ${id} deleted`, details: { foo: await db.deleteFoo(id, operationId) } };
  },
  async reconcile({ id }, { operationId }) {
    const gone = await db.wasDeleted(operationId);
    return gone
      ? { outcome: "completed", message: `Foo ${id} deleted`, details: { foo: gone } }
      : { outcome: "not_executed" };
  },
});
registerTier2Tool(server, tier2, deleteFoo);

// the same with registerTool's own signature
registerTier2Tool(
  server,
  tier2,
  "delete_bar",
  {
    description: "Delete a bar",
    inputSchema: { id: z.number().int(), force: z.boolean().default(false) },
    tier2: {
      tier: ({ force }) => (force ? 2 : 1),
      preview: async ({ id, force }) => ({ summary: `Will delete bar ${id.toFixed()}`, preview: { id, force } }),
    },
  },
  async ({ id }, extra) => {
    void extra.requestId;
    return { content: [{ type: "text", text: `deleted ${id.toFixed()}` }] };
  },
);
registerTier2Tool(
  server,
  tier2,
  "wipe_all",
  {
    description: "No schema",
    tier2: {
      preview: async (params) => {
        const p: Record<string, unknown> = params;
        void p;
        return { summary: "Will wipe", preview: { count: 3 } };
      },
    },
  },
  async (extra) => {
    void extra.signal;
    return { content: [] };
  },
);
registerTier2Tool(
  server,
  tier2,
  "obj_schema",
  {
    description: "A schema object, and an output schema",
    inputSchema: z.object({ id: z.string() }).refine((v) => v.id !== ""),
    outputSchema: { deleted: z.number() },
    tier2: { preview: ({ id }) => ({ summary: id.toUpperCase(), preview: { id } }) },
  },
  async ({ id }) => ({ content: [], structuredContent: { deleted: id.length } }),
);
