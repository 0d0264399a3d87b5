import { createTier2 } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { db } from "./app.js";

export const tier2 = createTier2({ store: memoryStore(), server: "foos" });

interface Call {
  params: { id: number; confirm_token?: string | undefined };
  ctx: { token: { id: string } };
}

async function toolDeleteFoo({ params, ctx }: Call) {
  const { id, confirm_token } = params;

  // Second call — execute
  if (confirm_token) {
    const validation = await tier2.consumeToken({
      confirm_token,
      tokenId: ctx.token.id,
      toolName: "delete_foo",
      params,
    });
    if (!validation.ok) {
      return tier2.rejectionResponse({ tool: "delete_foo", reason: validation.reason });
    }
    // Cache hit — return cached result without re-running
    if (validation.completed) return validation.completed;

    // Real execute
    const result = await db.deleteFoo(id);
    const response = tier2.doneResponse({
      tool: "delete_foo",
      message: `Foo ${id} deleted`,
      details: { foo: result },
    });
    await tier2.recordCompletion(confirm_token, response); // ← critical, after SQL commit
    return response;
  }

  // First call — preview
  const foo = await db.getFoo(id);
  if (!foo) return tier2.okText({ status: "rejected", error: "Foo not found" });

  const preview = {
    foo_id: id,
    foo_name: foo.name,
    related_things_count: foo.related_count,
  };
  const token = await tier2.issueToken({
    tokenId: ctx.token.id,
    toolName: "delete_foo",
    params,
    preview,
  });
  return tier2.previewResponse({
    tool: "delete_foo",
    summary: `Will delete foo #${id} '${foo.name}' and ${foo.related_count} related things.`,
    preview,
    token,
  });
}

export const server = new McpServer({ name: "foos", version: "1" });
server.registerTool(
  "delete_foo",
  { description: "Delete a foo.", inputSchema: { id: z.number(), confirm_token: z.string().optional() } },
  // biome-ignore lint/style/noNonNullAssertion: nobody calls without authentication; a default would be shared by all
  (params, extra) => toolDeleteFoo({ params, ctx: { token: { id: extra.authInfo!.clientId } } }),
);
