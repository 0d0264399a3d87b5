import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Extra } from "./extra.js";

/**
 * The SDK's `extra`, except that a notification that cannot be delivered does not throw: a client that went away must
 * not break an operation half-way through. What went wrong goes to the server's `onerror`.
 */
export function steadyExtra(server: McpServer, extra: Extra): Extra {
  return {
    ...extra,
    async sendNotification(notification) {
      try {
        await extra.sendNotification(notification);
      } catch (error) {
        server.server.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    },
  };
}
