import { defineTier2Tool, type Level, type Policy, type Tier2Options } from "@holdpoint/tier2-core";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { guardServer, registerTier2Tool } from "../../../src/index.js";
import { engine, newServer } from "../../support/engine.js";

export const levels = ["L1", "L2", "L3", "L4"] as const satisfies Level[];

/** What a person has to type for the foo of that id. */
export const target = (id: number): string => `foo:${id}`;

const policies: Policy[] = [
  {
    ...{ id: "foos", version: 1, scope: "named", tools: ["drop_L3", "drop_L4"], quorum: 1 },
    ...{ approvers: ["group:ops"], onDeadline: "lapse" },
  },
];

/** One tool of each level, and how often each of them was really executed. Each server is another connection's. */
export function ofEachLevel(options: Partial<Tier2Options> = {}) {
  const { tier2, events } = engine({ policies, ...options });
  const runs: Level[] = [];
  const input = { id: z.number() };
  const preview = ({ id }: { id: number }) => ({
    summary: `Will drop foo #${id}.`,
    preview: { id },
    material: { target: target(id) },
  });
  const tools = levels.map((level) =>
    defineTier2Tool({
      ...{ name: `drop_${level}`, description: "Drops.", level, category: "delete", input: z.object(input), preview },
      execute: () => {
        runs.push(level);
        return { message: "dropped" };
      },
    }),
  );
  const registered = (): McpServer => {
    const server = newServer();
    for (const tool of tools) registerTier2Tool(server, tier2, tool);
    return server;
  };
  const guarded = (): McpServer => {
    const server = newServer();
    for (const level of levels) {
      server.registerTool(`drop_${level}`, { description: "Drops.", inputSchema: input }, async () => {
        runs.push(level);
        return { content: [{ type: "text", text: '{"status":"ok"}' }] };
      });
    }
    const guard = (level: Level) => ({ level, category: "delete" as const, input, preview });
    const guards = Object.fromEntries(levels.map((level) => [`drop_${level}`, guard(level)]));
    guardServer(server, tier2, { tools: guards, others: "refuse" });
    return server;
  };
  return { tier2, events, runs, registered, guarded };
}
