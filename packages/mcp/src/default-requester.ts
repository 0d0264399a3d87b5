import { hostname, userInfo } from "node:os";
import type { Requester } from "@holdpoint/tier2-core";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Extra } from "./extra.js";
import { joinedId } from "./joined-id.js";

/**
 * Who calls, as far as the transport proves it; undefined where it proves nobody. There is no shared fallback: two
 * callers with one identity could confirm each other's operations.
 */
export function defaultRequester(server: McpServer, extra: Extra): Requester | undefined {
  if (extra.authInfo !== undefined) return fromAccessToken(extra.authInfo);
  return server.server.transport instanceof StdioServerTransport ? { tokenId: osUser() } : undefined;
}

/**
 * Client and user (the `sub` that the token verifier put into `extra`): both stay the same when an access token is
 * refreshed, which is when a lost answer is asked for again. A client alone is shared by all of its users.
 */
function fromAccessToken({ clientId, extra }: NonNullable<Extra["authInfo"]>): Requester | undefined {
  const subject = extra?.sub;
  if (typeof clientId !== "string" || clientId === "" || typeof subject !== "string" || subject === "")
    return undefined;
  return { tokenId: joinedId("oauth", clientId, subject), subject };
}

/**
 * Over stdio the client started this process: the operating system's user on this host, the same after a restart. No
 * `subject`: an account of a machine is not in the name space of approvers.
 */
function osUser(): string {
  const uid = process.getuid?.();
  return joinedId("stdio", hostname(), uid === undefined ? userInfo().username : String(uid));
}
