import { createTier2, type Tier2Event, type Tier2Options } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

export function engine(options: Partial<Tier2Options> = {}) {
  const events: Tier2Event[] = [];
  const tier2 = createTier2({
    store: memoryStore(),
    server: "foos",
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { tier2, events };
}

export const newServer = () => new McpServer({ name: "foos", version: "1.0.0" });
