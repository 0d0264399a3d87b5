import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createTier2 } from "@holdpoint/tier2-core";
import { guardServer } from "@holdpoint/tier2-mcp";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callTool, connected, tokenOf } from "../src/connected.js";
import { guardsFor, isDestructive } from "../src/destructive.js";
import { forwardingServer, startUpstream, type Upstream } from "../src/forwarding-server.js";
import { fileOf } from "../src/run-program.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "reference-"));
});
afterAll(() => rm(folder, { recursive: true }));

const engine = () => createTier2({ store: memoryStore(), server: "reference" });

async function guarded(upstream: Upstream, guard = isDestructive): Promise<Client> {
  const server = forwardingServer(upstream);
  guardServer(server, engine(), { tools: guardsFor(upstream.tools, guard), others: "refuse" });
  return connected(server);
}

/** Two steps and a replay of one call, with what stands on the disk beside each. */
async function executedOnce(upstream: Upstream, name: string, args: object, onDisk: () => Promise<string>) {
  const client = await guarded(upstream);
  const called = upstream.called.length;
  const before = await onDisk();
  const token = tokenOf(await callTool(client, name, args));
  expect(await onDisk()).toBe(before);
  expect(upstream.called.length).toBe(called);

  const done = await callTool(client, name, { ...args, confirm_token: token });
  expect(done.isError).not.toBe(true);
  const after = await onDisk();
  expect(after).not.toBe(before);

  const again = await callTool(client, name, { ...args, confirm_token: token });
  expect(again.content).toEqual(done.content);
  expect(again.structuredContent).toEqual(done.structuredContent);
  expect(await onDisk()).toBe(after);
  expect(upstream.called.slice(called)).toEqual([name]);
  await client.close();
  return { before, after };
}

describe.each<[string, () => Promise<Upstream>, readonly string[]]>([
  [
    "server-filesystem",
    () => startUpstream([fileOf("@modelcontextprotocol/server-filesystem", "dist/index.js"), folder]),
    ["write_file", "edit_file", "move_file"],
  ],
  [
    "server-memory",
    () =>
      startUpstream([fileOf("@modelcontextprotocol/server-memory", "dist/index.js")], {
        MEMORY_FILE_PATH: path.join(folder, "memory.jsonl"),
      }),
    ["delete_entities", "delete_observations", "delete_relations"],
  ],
])("every tool of %s", (_name, start, destructive) => {
  let upstream: Upstream;
  beforeAll(async () => {
    upstream = await start();
  });
  afterAll(() => upstream.close());

  test("is listed, with its own schema, and with a token where it may destroy something", async () => {
    expect(upstream.tools.filter(isDestructive).map((tool) => tool.name)).toEqual(destructive);
    const client = await guarded(upstream);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(upstream.tools.map((tool) => tool.name));
    for (const [index, tool] of tools.entries()) {
      const own = Object.keys(upstream.tools[index]?.inputSchema.properties ?? {});
      const added = destructive.includes(tool.name) ? ["confirm_token", "acknowledge_duplicate"] : [];
      expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual([...own, ...added]);
      expect(tool.annotations).toEqual(upstream.tools[index]?.annotations);
    }
    await client.close();
  });

  test("can be guarded, and then none runs on its first call", async () => {
    const client = await guarded(upstream, () => true);
    const called = upstream.called.length;
    const statuses: unknown[] = [];
    for (const { name, inputSchema } of upstream.tools) {
      const { structuredContent } = await callTool(client, name, argumentsFor(inputSchema));
      statuses.push(structuredContent?.status);
    }
    expect(statuses).toEqual(upstream.tools.map(() => "confirmation_required"));
    expect(upstream.called.length).toBe(called);
    await client.close();
  });
});

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
}

/** Arguments that a schema accepts. */
function argumentsFor(schema: unknown): object {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? {})]));
}

function valueFor(schema: Schema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === "array") return [valueFor(schema.items ?? {})];
  if (schema.type === "object") return argumentsFor(schema);
  return { string: "x", number: 1, integer: 1, boolean: true }[schema.type ?? ""] ?? null;
}

describe("on the real disk, a destructive tool of server-filesystem runs once for its confirmation:", () => {
  let upstream: Upstream;
  const file = () => path.join(folder, "poem.txt");
  const moved = () => path.join(folder, "moved.txt");
  const onDisk = async () =>
    JSON.stringify(await Promise.all([file(), moved()].map((name) => readFile(name, "utf8").catch(() => "not there"))));

  beforeAll(async () => {
    await writeFile(file(), "The old poem.\n");
    upstream = await startUpstream([fileOf("@modelcontextprotocol/server-filesystem", "dist/index.js"), folder]);
  });
  afterAll(() => upstream.close());

  test("write_file", async () => {
    const args = { path: file(), content: "A new poem.\n" };
    const { after } = await executedOnce(upstream, "write_file", args, onDisk);
    expect(JSON.parse(after)).toEqual(["A new poem.\n", "not there"]);
  });

  test("edit_file", async () => {
    const args = { path: file(), edits: [{ oldText: "new", newText: "newer" }] };
    const { after } = await executedOnce(upstream, "edit_file", args, onDisk);
    expect(JSON.parse(after)).toEqual(["A newer poem.\n", "not there"]);
  });

  test("move_file", async () => {
    const { after } = await executedOnce(upstream, "move_file", { source: file(), destination: moved() }, onDisk);
    expect(JSON.parse(after)).toEqual(["not there", "A newer poem.\n"]);
  });
});

describe("on the real disk, a destructive tool of server-memory runs once for its confirmation:", () => {
  let upstream: Upstream;
  const memory = () => path.join(folder, "graph.jsonl");
  const onDisk = () => readFile(memory(), "utf8");

  beforeAll(async () => {
    const program = fileOf("@modelcontextprotocol/server-memory", "dist/index.js");
    upstream = await startUpstream([program], { MEMORY_FILE_PATH: memory() });
    const client = await guarded(upstream);
    const entities = ["ann", "bob"].map((name) => ({ name, entityType: "person", observations: ["reads", "writes"] }));
    await callTool(client, "create_entities", { entities });
    await callTool(client, "create_relations", { relations: [{ from: "ann", to: "bob", relationType: "knows" }] });
    await client.close();
  });
  afterAll(() => upstream.close());

  test.each([
    ["delete_relations", { relations: [{ from: "ann", to: "bob", relationType: "knows" }] }, "knows"],
    [
      "delete_observations",
      { deletions: [{ entityName: "ann", observations: ["reads"] }] },
      '"ann","entityType":"person","observations":["reads"',
    ],
    ["delete_entities", { entityNames: ["bob"] }, "bob"],
  ])("%s", async (name, args, gone) => {
    const { before, after } = await executedOnce(upstream, name, args, onDisk);
    expect(before).toContain(gone);
    expect(after).not.toContain(gone);
  });
});
