import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { sendsOnlyAnswers } from "../sdk-internals.js";

/** What the client of this connection says that it can show to its user. */
export interface ClientModes {
  readonly form: boolean;
  readonly url: boolean;
}

const none: ClientModes = { form: false, url: false };

/**
 * A server that is built for one request never heard what its client can, and one that answers with JSON bodies has no way
 * to ask before its answer: neither can ask anybody.
 */
export function clientModes({ server }: McpServer): ClientModes {
  const elicitation = server.getClientCapabilities()?.elicitation;
  if (elicitation === undefined || sendsOnlyAnswers(server.transport)) return none;
  return { form: elicitation.form !== undefined, url: elicitation.url !== undefined };
}
