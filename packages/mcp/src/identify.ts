import type { Requester } from "@holdpoint/tier2-core";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { defaultRequester } from "./default-requester.js";
import type { Extra } from "./extra.js";

/** Replaces the default way to tell who calls. */
export type Identify = {
  /** Who calls, from verified credentials only. Undefined, or anything thrown, refuses the call. */
  requester?: (extra: Extra) => Requester | undefined | Promise<Requester | undefined>;
};

/** The requester of a call; undefined if there is none. Never rejects: what went wrong goes to the server's `onerror`. */
export async function identify(
  server: McpServer,
  resolve: Identify["requester"] | undefined,
  extra: Extra,
): Promise<Requester | undefined> {
  try {
    return resolve === undefined ? defaultRequester(server, extra) : await resolve(extra);
  } catch (error) {
    server.server.onerror?.(new Error("The requester of a Tier-2 call could not be told.", { cause: error }));
    return undefined;
  }
}
