import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { hiding, secretsNamed } from "../disclose/known-secrets.js";
import { isLoopback } from "../plan/loopback.js";
import { setupError } from "../setup-error.js";
import { boundedFetch } from "./bounded-fetch.js";
import { type CallOptions, callTool, defaultCallTimeoutMs, listTools, openClient } from "./client.js";
import { postAndSever } from "./post-and-sever.js";
import { reasonOf } from "./reason.js";
import type { Connection, Subject } from "./subject.js";

export interface HttpSubjectOptions extends CallOptions {
  /** Where it answers itself: a redirect is an error. */
  readonly url: string;
  /** Hosts besides this machine that it may be on. */
  readonly allowHosts?: readonly string[];
  /** Sent with each request, for example to authenticate. Never shown in a report. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An MCP server that is running already and speaks Streamable HTTP.
 *
 * @throws Tier2Error `invalid_setup` if it is on another machine that is not allowed by name
 */
export function httpSubject(options: HttpSubjectOptions): Subject {
  const url = new URL(options.url);
  if (!isLoopback(url.hostname) && options.allowHosts?.includes(url.hostname) !== true)
    throw setupError(
      `${url.hostname} is not this machine. If everything there may be lost, say so with \`allowHosts\`.`,
    );
  return {
    name: `${url.origin}${url.pathname}`,
    secrets: secretsNamed("header", options.headers),
    connect: () => connect(url, options),
  };
}

async function connect(url: URL, options: HttpSubjectOptions): Promise<Connection> {
  const { headers = {}, callTimeoutMs = defaultCallTimeoutMs } = options;
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch,
    // A lost stream stays lost: taking it up again would be another request than the one under test.
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const client = await openClient(transport).catch((error: unknown) => {
    const why = hiding(secretsNamed("header", headers))(reasonOf(error));
    throw setupError(`${url.origin} could not be reached: ${why}`, error);
  });
  return {
    tools: () => listTools(client),
    call: (tool, args) => callTool(client, tool, args, callTimeoutMs),
    async callAndCut(tool, args) {
      const { sessionId, protocolVersion } = transport;
      const received = await postAndSever(
        url,
        {
          ...headers,
          ...(sessionId !== undefined && { "mcp-session-id": sessionId }),
          ...(protocolVersion !== undefined && { "mcp-protocol-version": protocolVersion }),
        },
        { jsonrpc: "2.0", id: "cut-1", method: "tools/call", params: { name: tool, arguments: args } },
        callTimeoutMs,
      );
      await client.close();
      return { kind: "cut", received };
    },
    async close() {
      await transport.terminateSession().catch(() => {}); // a server may refuse that
      await client.close();
    },
  };
}
