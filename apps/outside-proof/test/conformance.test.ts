import { createTier2 } from "@holdpoint/tier2-core";
import { type GuardServerOptions, guardServer } from "@holdpoint/tier2-mcp";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { beforeAll, describe, expect, test } from "vitest";
import { conformanceSuite, type Extent, pendingScenarios, type SuiteResult } from "../src/conformance-suite.js";
import { fixtureServer, fixtureTools } from "../src/fixture/fixture-server.js";
import { serve } from "../src/serve.js";

async function suiteOn(build: () => McpServer, extent: Extent): Promise<SuiteResult> {
  const { url, close } = await serve(build);
  try {
    return await conformanceSuite(url, extent);
  } finally {
    await close();
  }
}

function guarded(options: GuardServerOptions<Record<string, undefined>>, extent: Extent): Promise<SuiteResult> {
  const tier2 = createTier2({ store: memoryStore(), server: "fixture" });
  const build = () => {
    const server = fixtureServer();
    guardServer(server, tier2, options);
    return server;
  };
  return suiteOn(build, extent);
}

describe("the public conformance suite says of a guarded server", () => {
  let unguarded: SuiteResult;

  beforeAll(async () => {
    unguarded = await suiteOn(fixtureServer, "all");
  });

  test("nothing bad before it is guarded, in the forty checks that count and four that do not yet", () => {
    const counting = Object.keys(unguarded.checks).filter(
      (check) => !pendingScenarios.some((scenario) => check.startsWith(`${scenario}/`)),
    );
    expect(counting).toHaveLength(40);
    expect(unguarded.said).toContain("Total: 44 passed, 0 failed");
  });

  test("check by check the same, where each tool is named to run at once", async () => {
    const tools = Object.fromEntries(fixtureTools().map((name) => [name, 1 as const]));
    const { checks } = await guarded({ tools, others: "refuse" }, "all");
    expect(checks).toEqual(unguarded.checks);
  });

  test("check by check the same, where the tools are others", async () => {
    expect((await guarded({ tools: {}, others: 1 }, "all")).checks).toEqual(unguarded.checks);
  });

  test("another thing of a tool that takes two steps, or is refused: the guard is in the way of calls", async () => {
    const preview = () => ({ summary: "Will answer.", preview: {} });
    const extent = { scenario: "tools-call-image" };
    for (const options of [
      { tools: { test_image_content: { preview } }, others: 1 } as const,
      { tools: {}, others: "refuse" } as const,
    ]) {
      const { checks } = await guarded(options, extent);
      expect(checks).toEqual({ "tools-call-image/tools-call-image/1": "FAILURE" });
    }
  });
});
