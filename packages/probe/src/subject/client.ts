import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, McpError, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Outcome } from "./outcome.js";
import { readResult } from "./read-result.js";
import { reasonOf } from "./reason.js";
import type { Args, Tool } from "./subject.js";
import { tooDeep } from "./too-deep.js";

/** The wait for one answer. A longer one is told as `silent`. */
export interface CallOptions {
  readonly callTimeoutMs?: number;
}

export const defaultCallTimeoutMs = 30_000;
const maxTools = 10_000;
const maxPages = 1_000;

/** It offers a server nothing: no sampling, no elicitation, no roots. */
export async function openClient(transport: Transport): Promise<Client> {
  const client = new Client({ name: "tier2-probe", version: "1" }, { capabilities: {} });
  await client.connect(transport);
  return client;
}

/** All pages, read without the SDK's own schema: that one drops annotations and fields which it does not know. */
export async function listTools(client: Client): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  const told = new Set<unknown>();
  let cursor: unknown;
  do {
    told.add(cursor);
    const params = cursor === undefined ? {} : { cursor };
    const page: Record<string, unknown> = await client.request({ method: "tools/list", params }, ResultSchema);
    if (Array.isArray(page.tools)) tools.push(...page.tools.filter(isTool));
    cursor = page.nextCursor;
  } while (typeof cursor === "string" && !told.has(cursor) && told.size < maxPages && tools.length < maxTools);
  return tools;
}

/** What cannot be called by its name, or has no schema that can be read, is no tool. */
const isTool = (given: unknown): given is Tool => {
  const { name, inputSchema } = (given ?? {}) as { name?: unknown; inputSchema?: unknown };
  return typeof name === "string" && typeof inputSchema === "object" && inputSchema !== null && !tooDeep(given);
};

export async function callTool(client: Client, name: string, args: Args, timeoutMs: number): Promise<Outcome> {
  try {
    const request = { method: "tools/call", params: { name, arguments: args } };
    return readResult(await client.request(request, ResultSchema, { timeout: timeoutMs }));
  } catch (error) {
    const lost = !(error instanceof McpError) || error.code === ErrorCode.ConnectionClosed;
    if (lost) return { kind: "lost", message: reasonOf(error) };
    if (error.code === ErrorCode.RequestTimeout) return { kind: "silent", afterMs: timeoutMs };
    return { kind: "refused", code: error.code, message: error.message };
  }
}
