// The server that is there already: it knows nothing of Holdpoint.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { db, payments } from "./app.js";

const text = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });

export const statements: string[] = [];

export function buildServer(): McpServer {
  const server = new McpServer({ name: "shop", version: "3.2.1" }, { capabilities: { tools: {} } });
  const id = z.number().describe("Which foo.");
  server.registerTool("delete_foo", { description: "Deletes a foo.", inputSchema: { id } }, async (foo) =>
    text(await db.deleteFoo(foo.id)),
  );
  server.registerTool(
    "refund_order",
    {
      description: "Pays a part of an order back.",
      inputSchema: z.strictObject({ order_id: z.string(), amount: z.string() }),
      outputSchema: { refund: z.string() },
    },
    async ({ order_id: order, amount }, { requestId }) => {
      const { id: refund } = await payments.refund({ idempotencyKey: String(requestId), order, amount });
      return { content: [], structuredContent: { refund } };
    },
  );
  server.registerTool(
    "run_sql",
    { description: "Runs SQL.", inputSchema: z.union([z.object({ sql: z.string() }), z.object({ file: z.string() })]) },
    async (query) => {
      statements.push("sql" in query ? query.sql : query.file);
      return text({ rows: 0 });
    },
  );
  server.registerTool("get_foo", { description: "Shows a foo.", inputSchema: { id } }, async (foo) =>
    text((await db.getFoo(foo.id)) ?? null),
  );
  server.registerTool("list_foos", { description: "Lists the foos." }, async () => text(await db.getFoo(7)));
  server.registerTool("ping", { description: "Answers." }, async () => text("pong"));
  return server;
}
