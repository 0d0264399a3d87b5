import type { Requester } from "@holdpoint/tier2-core";
import type { Environment } from "../outside/schema-migrations.js";

type Access = Readonly<Record<Environment, readonly string[]>>;

/** People by their subject, agents by the id of their token: a migration needs both. */
const subjects: Access = {
  production: ["demo-operator-a"],
  staging: ["demo-operator-a", "demo-operator-b"],
};
const agents: Access = {
  production: ["mcp-token-a"],
  staging: ["mcp-token-a", "mcp-token-b"],
};

/** Asked at the first call, and again at execution: an approval restores nothing that was taken away meanwhile. */
export function mayTouch({ subject, tokenId }: Requester, tool: string, params: unknown): boolean {
  if (tool !== "apply_migration") return true;
  const { environment } = params as { environment: Environment };
  return subject !== undefined && subjects[environment].includes(subject) && agents[environment].includes(tokenId);
}
