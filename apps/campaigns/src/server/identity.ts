import type { Requester } from "@holdpoint/tier2-core";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { demoToken } from "./demo-tokens.js";
import { serverName } from "./deployment.js";

const validForSeconds = 3600;

/** The one place where a bearer token becomes an identity, for MCP and for the HTTP API. */
export const tokenVerifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const known = demoToken(token);
    if (known === undefined) throw new InvalidTokenError("Unknown token. README.md lists the demo tokens");
    return {
      token,
      clientId: serverName,
      scopes: [],
      expiresAt: Math.floor(Date.now() / 1000) + validForSeconds,
      extra: { tokenId: known.id, sub: known.subject },
    };
  },
};

/**
 * Who calls: the id of the MCP token, which is what confirm tokens are bound to, and its human owner. Without
 * verified credentials there is nobody, and the call is refused.
 */
export function requesterOf(auth: AuthInfo | undefined): Requester | undefined {
  const { tokenId, sub } = auth?.extra ?? {};
  return typeof tokenId === "string" && typeof sub === "string" ? { tokenId, subject: sub } : undefined;
}
