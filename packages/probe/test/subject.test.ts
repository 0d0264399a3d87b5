import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  directory,
  disposableFile,
  httpSubject,
  printedLines,
  probe,
  type Subject,
  stdioSubject,
} from "../src/index.js";
import { openServer } from "./support/open-server.js";
import { reportOf } from "./support/told.js";

const server = fileURLToPath(new URL("./subjects/notes-server.mjs", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-subject-"));
  await fs.writeFile(path.join(folder, disposableFile), "");
  await fs.writeFile(path.join(folder, "n1.txt"), "open");
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const notes = (onStderr?: (text: string) => void): Subject =>
  stdioSubject({
    command: process.execPath,
    args: [server, "postgres://app:hunter2@localhost/x"],
    env: { NOTES: folder },
    ...(onStderr && { onStderr }),
  });

describe("over stdio", () => {
  test("the server gets nothing of this environment but what a program needs to run", async () => {
    process.env.TIER2_PROBE_TEST_SECRET = "not for servers";
    const connection = await notes().connect();
    const answer = await connection.call("read_note", { id: "env" });
    await connection.close();
    delete process.env.TIER2_PROBE_TEST_SECRET;
    expect(answer).toMatchObject({ kind: "answered", text: expect.stringContaining("NOTES") });
    expect(answer).not.toMatchObject({ text: expect.stringContaining("TIER2_PROBE_TEST_SECRET") });
  });

  test("a cut shows that the call was received, and its server ends", async () => {
    const connection = await notes().connect();
    expect(await connection.callAndCut("close_note", { id: "n1" })).toEqual({ kind: "cut", received: true });
    expect(await fs.readFile(path.join(folder, "n1.txt"), "utf8")).toBe("closed");
    expect(await connection.call("read_note", { id: "n1" })).toMatchObject({ kind: "lost" });
    await fs.writeFile(path.join(folder, "n1.txt"), "open");
  });

  test("a call that ends its server is an outcome, and the matrix goes on with another process", async () => {
    const printed = printedLines();
    const report = await probe({
      disposable: true,
      subject: notes((text) => printed.add(text)),
      observers: [directory({ path: folder }), printed],
      tools: { read_note: { args: { id: "n1" }, missing: { id: "crash" } } },
      settleMs: 20,
      limits: { races: 1 },
    });
    expect(report.subject).not.toContain("hunter2");
    const { casesRun, judgements } = reportOf(report, "read_note");
    expect(casesRun).toEqual(expect.arrayContaining(["missing", "invalid", "cut", "parallel", "parallel_connections"]));
    expect(judgements[0]).toMatchObject({ hint: "readOnlyHint", verdict: "holds", cautions: ["a line was logged"] });
  });

  test("a program that is not there is told", async () => {
    await expect(stdioSubject({ command: path.join(folder, "no-such-program") }).connect()).rejects.toThrow(/ENOENT/);
  });
});

describe("over Streamable HTTP", () => {
  test.each([true, false])(
    "a cut is a reset connection, seen by the server before it answered (JSON answers: %s)",
    async (enableJsonResponse) => {
      let [started, ended] = [0, 0];
      let finish = () => {};
      const held = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const subject = await openServer(
        (mcp) =>
          mcp.registerTool("slow", { description: "slow" }, async () => {
            started += 1;
            if (!enableJsonResponse) await held; // an event stream begins before its answer, JSON does not
            ended += 1;
            return { content: [] };
          }),
        { enableJsonResponse },
      );
      const connection = await httpSubject({ url: subject.url }).connect();
      expect(await connection.callAndCut("slow", {})).toEqual({ kind: "cut", received: true });
      expect([started, ended]).toEqual([1, enableJsonResponse ? 1 : 0]);
      finish();
      await subject.close();
    },
  );

  test("a server on another machine is refused, unless its host is allowed by name", () => {
    const url = "https://mcp.example.test/mcp";
    expect(() => httpSubject({ url })).toThrow(/mcp\.example\.test is not this machine/);
    expect(() => httpSubject({ url, allowHosts: ["other.example.test"] })).toThrow(/not this machine/);
    expect(httpSubject({ url, allowHosts: ["mcp.example.test"] }).name).toBe(url);
  });

  test("a server that never answers has not shown that it received the call", async () => {
    const subject = await openServer(
      (mcp) => mcp.registerTool("mute", { description: "mute" }, () => new Promise<never>(() => {})),
      {
        enableJsonResponse: true,
      },
    );
    const connection = await httpSubject({ url: subject.url, callTimeoutMs: 100 }).connect();
    expect(await connection.callAndCut("mute", {})).toEqual({ kind: "cut", received: false });
    const other = await httpSubject({ url: subject.url, callTimeoutMs: 100 }).connect();
    expect(await other.call("mute", {})).toEqual({ kind: "silent", afterMs: 100 });
    await subject.close();
  });
});
