import { createTier2 } from "@holdpoint/tier2-core";
import { guardServer } from "@holdpoint/tier2-mcp";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { callTool, connected, tokenOf } from "../src/connected.js";
import { guardsFor } from "../src/destructive.js";
import { fileOf } from "../src/run-program.js";

interface Everything {
  createServer(): { server: McpServer; cleanup(sessionId?: string): void };
}

const program = fileOf("@modelcontextprotocol/server-everything", "dist/server/index.js");
const { createServer } = (await import(program)) as Everything;
const engine = () => createTier2({ store: memoryStore(), server: "everything" });

/** A client for which the server has all of its tools, but those that the client would run as tasks. */
const able = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/** What the server lists, unguarded. */
async function listed() {
  const { server, cleanup } = createServer();
  const client = await connected(server, able);
  const { tools } = await client.listTools();
  await client.close();
  cleanup();
  return tools;
}

const isTask = (name: string) => name === "simulate-research-query";

describe("server-everything, built by its own factory and guarded as it is,", () => {
  test("lists each of its tools, also those that it registers once it knows its client, with a token", async () => {
    const tools = await listed();
    expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(["echo", "get-env", "get-roots-list"]));
    const { server, cleanup } = createServer();
    const guards = guardsFor(tools, ({ name }) => !isTask(name));
    guardServer(server, engine(), { tools: guards, others: "refuse", later: Object.keys(guards) });
    const client = await connected(server, able);
    const guarded = (await client.listTools()).tools;
    expect(guarded.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name));
    const withToken = guarded.filter((tool) => tool.inputSchema.properties?.confirm_token !== undefined);
    expect(withToken.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name).filter((name) => !isTask(name)));
    await client.close();
    cleanup();
  });

  test("runs a tool once for its confirmation, with the result that it has unguarded", async () => {
    const { server, cleanup } = createServer();
    const plain = createServer();
    const preview = ({ a, b }: { a: number; b: number }) => ({ summary: `Will add ${a} and ${b}.`, preview: { a, b } });
    const input = { a: z.number(), b: z.number() };
    guardServer(server, engine(), { tools: { "get-sum": { input, preview } }, others: 1 });
    const client = await connected(server);
    const unguarded = await callTool(await connected(plain.server), "get-sum", { a: 2, b: 3 });
    const args = { a: 2, b: 3, confirm_token: tokenOf(await callTool(client, "get-sum", { a: 2, b: 3 })) };
    const done = await callTool(client, "get-sum", args);
    expect(done.content).toEqual(unguarded.content);
    expect((await callTool(client, "get-sum", args)).content).toEqual(unguarded.content);
    await client.close();
    cleanup();
    plain.cleanup();
  });

  test("has a task tool that cannot be guarded: naming it is refused, and it is never there unguarded", async () => {
    const { server, cleanup } = createServer();
    const preview = () => ({ summary: "Will research.", preview: {} });
    const tools = { "simulate-research-query": { preview } };
    guardServer(server, engine(), { tools, others: 1, later: ["simulate-research-query"] });
    const errors: unknown[] = [];
    server.server.onerror = (error) => errors.push(error);
    const client = await connected(server);
    expect((await client.listTools()).tools.map((tool) => tool.name)).not.toContain("simulate-research-query");
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining("task tool") })]);
    await client.close();
    cleanup();
  });
});
