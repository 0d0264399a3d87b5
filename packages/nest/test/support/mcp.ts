import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { INestApplication } from "@nestjs/common";
import { McpStrategy, StreamableHttpTransport } from "@rekog/mcp-nest";
import { afterEach } from "vitest";
import { serve } from "./apps.js";

const clients = new Set<Client>();
afterEach(async () => {
  await Promise.all([...clients].map((client) => client.close()));
  clients.clear();
});

type StrategyOptions = Partial<ConstructorParameters<typeof McpStrategy>[0]> & { stateful?: boolean };

export const strategyOf = ({ stateful = false, ...options }: StrategyOptions = {}) =>
  new McpStrategy({
    name: "foos",
    version: "1.0.0",
    logging: false,
    transports: [new StreamableHttpTransport({ statefulMode: stateful })],
    ...options,
  });

/** Starts the app with the strategy, as mcp-nest's own README does. */
export async function serveMcp(app: INestApplication, strategy: McpStrategy): Promise<string> {
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  return serve(app);
}

export interface Connection {
  as?: string;
  /** `auto` speaks the stateless protocol of 2026-07-28 with servers that do. */
  mode?: "legacy" | "auto";
}

/** A real client of the MCP SDK, version 2. */
export async function connect(url: string, { as = "alice", mode = "legacy" }: Connection = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const headers: Record<string, string> = as === "" ? {} : { "x-token-id": as };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  clients.add(client);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
export type Result = any;

export const call = async (client: Client, name: string, args: object): Promise<Result> =>
  client.callTool({ name, arguments: args as Record<string, unknown> });
