import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Deployment } from "./deployment.js";
import { mcpServer } from "./mcp-server.js";

export interface StdioServer {
  /** Resolves when the client is gone. */
  readonly clientGone: Promise<void>;
  close(): Promise<void>;
}

/** Serves the client that started this process. It is told apart by the operating system's user, without a token. */
export async function serveStdio(deployment: Deployment): Promise<StdioServer> {
  const server = mcpServer(deployment);
  const clientGone = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    process.stdout.once("error", () => resolve()); // the reading end was closed
  });
  await server.connect(new StdioServerTransport());
  return { clientGone, close: () => server.close() };
}
