import type { Tier2Event } from "@holdpoint/tier2-core";

/** One line for each step of a Tier-2 call, to stderr: stdout belongs to MCP in stdio mode. No event holds a secret. */
export function logEvent(event: Tier2Event): void {
  const { type, tool, requester, operationId } = event;
  const reason = type === "refused" ? event.reason : undefined;
  const error = "error" in event ? event.error?.message : undefined;
  const parts = [type, tool, reason, requester?.tokenId, operationId, error];
  console.error(parts.filter((part) => part !== undefined && part !== "").join("  "));
}
