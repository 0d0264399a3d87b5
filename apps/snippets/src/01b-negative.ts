import { defineTier2Tool, type Tier2Engine } from "@holdpoint/tier2-core";
import { guardServer, registerTier2Tool } from "@holdpoint/tier2-mcp";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";

// Compiled, never run: each line marked so must not compile.
declare const server: McpServer, tier2: Tier2Engine;
defineTier2Tool({
  name: "x",
  input: z.object({ id: z.number(), password: z.string() }),
  secrets: ["password"],
  preview: ({ id }) => ({ summary: "", preview: { id } }),
  // @ts-expect-error wrong param
  execute: ({ idd }) => ({ message: String(idd) }),
  // @ts-expect-error the secret is not there when an operation is settled later
  reconcile: ({ password }) => ({ outcome: password ? "unknown" : "not_executed" }),
});
defineTier2Tool({
  name: "x",
  input: z.object({ id: z.number() }),
  // @ts-expect-error unknown secret
  secrets: ["pasword"],
  preview: ({ id }) => ({ summary: "", preview: { id } }),
  execute: () => ({ message: "" }),
});
defineTier2Tool({
  name: "x",
  input: z.object({ id: z.number() }),
  preview: ({ id }) => ({ summary: "", preview: { id } }),
  // @ts-expect-error reserved key in details
  execute: () => ({ message: "", details: { status: "gone" } }),
});
defineTier2Tool({
  name: "x",
  input: z.object({ id: z.number() }),
  // @ts-expect-error preview has no summary
  preview: ({ id }) => ({ preview: { id } }),
  execute: () => ({ message: "" }),
});
registerTier2Tool(
  server,
  tier2,
  "y",
  {
    inputSchema: { id: z.number() },
    // @ts-expect-error no such argument
    tier2: { preview: ({ nope }) => ({ summary: "", preview: { nope } }) },
  },
  async ({ id }: { id: number }) => ({ content: [{ type: "text", text: `${id}` }] }),
);
guardServer(server, tier2, {
  // @ts-expect-error no such argument
  tools: { y: { input: { id: z.number() }, preview: ({ nope }) => ({ summary: String(nope), preview: {} }) } },
  others: 1,
});
guardServer(server, tier2, {
  // @ts-expect-error neither a guard nor 1
  tools: { y: 2 },
  others: 1,
});
// @ts-expect-error the others are a written decision
guardServer(server, tier2, { tools: {} });
