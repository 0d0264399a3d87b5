import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { demoTokens } from "../src/server/demo-tokens.js";
import { bearer, post } from "./fresh-server.js";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const startUpMs = 120_000;
const running = new Set<ChildProcessWithoutNullStreams>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env.PATH } });
  const said = { stdout: "", stderr: "" };
  running.add(child);
  child.stdout.on("data", (bytes) => {
    said.stdout += String(bytes);
  });
  child.stderr.on("data", (bytes) => {
    said.stderr += String(bytes);
  });
  const exitCode = once(child, "close").then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  async function says(where: keyof typeof said, text: string): Promise<string> {
    while (!said[where].includes(text)) await Promise.race([once(child[where], "data"), ended()]);
    return said[where];
  }
  const ended = async () => {
    throw new Error(`ended with ${await exitCode}: ${said.stderr}`);
  };
  return { child, said, exitCode, says };
}

describe("the server process", () => {
  test("explains itself", async () => {
    const { said, exitCode } = start("--help");
    expect(await exitCode).toBe(0);
    for (const word of ["--data <folder>", "DATABASE_URL=postgres://", "--schema <name>", "--audit <folder>"])
      expect(said.stdout).toContain(word);
    expect(said.stderr).toBe("");
  });

  test.each([
    ["a bad port", ["--port", "x"], '--port must be a number from 0 to 65535, not "x".\n'],
    ["stored data without a key", ["--data", "nowhere"], "set CAMPAIGNS_SECRET_KEY\nto 32 random bytes"],
  ])("refuses to start with %s, in words", async (_what, args, message) => {
    const { said, exitCode } = start(...args);
    expect(await exitCode).toBe(1);
    expect(said.stderr).toContain(message);
    expect(said.stderr).not.toContain("    at ");
    expect(said.stdout).toBe("");
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "serves HTTP until %s, then ends well",
    { timeout: startUpMs },
    async (signal) => {
      const { child, said, exitCode, says } = start("--port", "0");
      const hints = await says("stdout", "Ctrl+C stops the server.");
      expect(hints).toMatch(/tier 1 {2}list_campaigns/);
      expect(hints).toMatch(/tier 2 {2}delete_campaign/);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(hints)?.[0] ?? "";
      const answer = await post(url, "/api/tools/delete_campaign", { id: 42 }, bearer(demoTokens.a.token));
      expect(answer.status).toBe(428);
      child.kill(signal);
      expect(await exitCode).toBe(0);
      expect(said.stderr).toContain("proposed  delete_campaign  mcp-token-a");
      await expect(fetch(url)).rejects.toThrow();
    },
  );

  test("has nothing but MCP on its stdout in stdio mode, and ends with its client", {
    timeout: startUpMs,
  }, async () => {
    const { child, said, exitCode, says } = start("--stdio");
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    });
    await says("stdout", '"id":1');
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/call", params: { name: "delete_campaign", arguments: { id: 42 } } });
    await says("stdout", '"id":2');
    child.stdin.end();
    expect(await exitCode).toBe(0);
    const messages = said.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ["2.0", 1],
      ["2.0", 2],
    ]);
    expect(said.stdout).toContain("confirmation_required");
    expect(said.stderr).toContain("Serving MCP over stdio.");
  });
});
