import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createTier2 } from "@holdpoint/tier2-core";
import { guardServer } from "@holdpoint/tier2-mcp";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { callOf, inspector } from "../src/inspector.js";
import { type Served, serve } from "../src/serve.js";

const requests = 200;
const load = ["--load", "--load-requests", String(requests), "--load-concurrency", "50"];

interface Result {
  isError?: boolean;
  structuredContent?: { status: string; confirm_token: string };
  content: { type: string; text: string }[];
}

interface Load {
  requests: number;
  ok: number;
  toolErrors: number;
  errors: number;
}

const allOk: Load = { requests, ok: requests, toolErrors: 0, errors: 0 };

/** A server whose one tool counts what was really deleted. */
function shop({ guarded }: { guarded: boolean }) {
  const deleted: number[] = [];
  const tier2 = createTier2({ store: memoryStore(), server: "shop" });
  const input = { id: z.number() };
  const build = () => {
    const server = new McpServer({ name: "shop", version: "1.0.0" });
    server.registerTool("delete_foo", { description: "Deletes a foo.", inputSchema: input }, async ({ id }) => {
      deleted.push(id);
      return { content: [{ type: "text", text: `Foo ${id} deleted.` }] };
    });
    const preview = ({ id }: { id: number }) => ({ summary: `Will delete foo ${id}.`, preview: { id } });
    if (guarded) guardServer(server, tier2, { tools: { delete_foo: { input, preview } }, others: "refuse" });
    return server;
  };
  return { deleted, build };
}

describe("the inspector's command line", () => {
  let home = "";
  let served: Served[] = [];

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "inspector-"));
  });
  afterAll(async () => {
    await Promise.all(served.map((one) => one.close()));
    await rm(home, { recursive: true });
  });

  async function inspected(options: { guarded: boolean }) {
    const { deleted, build } = shop(options);
    const one = await serve(build);
    served = [...served, one];
    const result = (args: object) => inspector<Result>(one.url, home, ...callOf("delete_foo", args));
    const underLoad = (args: object) => inspector<Load>(one.url, home, ...callOf("delete_foo", args), ...load);
    return { deleted, result, underLoad };
  }

  test("previews, confirms and replays a guarded tool over HTTP", async () => {
    const { deleted, result } = await inspected({ guarded: true });
    const preview = await result({ id: 7 });
    const token = preview.structuredContent?.confirm_token;
    expect(deleted).toEqual([]);
    const done = await result({ id: 7, confirm_token: token });
    expect(done.content).toEqual([{ type: "text", text: "Foo 7 deleted." }]);
    expect((await result({ id: 7, confirm_token: token })).content).toEqual(done.content);
    expect(deleted).toEqual([7]);
    const other = await result({ id: 8, confirm_token: token });
    expect(other.isError).toBe(true);
    expect(other.content.at(-1)?.text).toContain("params_changed");
    expect(deleted).toEqual([7]);
  });

  test(`that confirms one token ${requests} times, fifty at once, gets ${requests} answers and one execution`, async () => {
    const { deleted, result, underLoad } = await inspected({ guarded: true });
    const token = (await result({ id: 7 })).structuredContent?.confirm_token;
    expect(await underLoad({ id: 7, confirm_token: token })).toMatchObject(allOk);
    expect(deleted).toEqual([7]);
  });

  test(`that calls the same tool ${requests} times unguarded executes it ${requests} times`, async () => {
    const { deleted, underLoad } = await inspected({ guarded: false });
    expect(await underLoad({ id: 7 })).toMatchObject(allOk);
    expect(deleted).toHaveLength(requests);
  });
});
