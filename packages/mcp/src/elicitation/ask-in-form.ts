import type { Elicit } from "@holdpoint/tier2-core";
import { ElicitResultSchema, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { Extra } from "../extra.js";
import { keepCallAlive } from "./keep-call-alive.js";

/**
 * Asks the client's user in a form of one required text. It travels with the call that it is about, so that no other
 * session's client sees it. What was typed is judged by core alone: a client fills in forms as it likes.
 *
 * Source: MCP 2025-11-25, client features, elicitation.
 */
export const askInForm =
  (extra: Pick<Extra, "sendRequest" | "sendNotification" | "_meta">): Elicit =>
  async ({ message, field }, { timeoutMs, signal }) => {
    const { name, title, description } = field;
    const requestedSchema = {
      type: "object" as const,
      properties: { [name]: { type: "string" as const, title, description, minLength: 1 } },
      required: [name],
    };
    const request = { method: "elicitation/create" as const, params: { message, requestedSchema } };
    const release = keepCallAlive(extra);
    try {
      const { action, content } = await extra.sendRequest(request, ElicitResultSchema, {
        ...{ timeout: timeoutMs, signal },
        // A person thinks for minutes: a client that says now and then that it is still there is waited for.
        ...{ resetTimeoutOnProgress: true, onprogress: () => {} },
      });
      return action === "accept" ? { action, content } : { action };
    } catch (error) {
      if (error instanceof McpError && error.code === ErrorCode.RequestTimeout) return { action: "timed_out" };
      throw error;
    } finally {
      release();
    }
  };
