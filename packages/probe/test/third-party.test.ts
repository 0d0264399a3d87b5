import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { directory, disposableFile, probe, type Report, stdioSubject, type ToolPlan } from "../src/index.js";
import { entryOf } from "./subjects/third-party.js";
import { judgementOn, reportOf, verdictOn } from "./support/told.js";

// What these tests expect was confirmed by hand: by reading the servers' sources, and by calling them and looking at the files.

let folder: string;
beforeAll(async () => {
  folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-third-")));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

async function probed(
  server: "everything" | "filesystem" | "memory",
  fill: (target: string) => Promise<void>,
  tools: (target: string) => Readonly<Record<string, ToolPlan>>,
  command: (target: string) => { args?: string[]; env?: Record<string, string> },
): Promise<Report> {
  const target = path.join(folder, server);
  const reset = async () => {
    await fs.rm(target, { recursive: true, force: true });
    await fs.mkdir(target);
    await fs.writeFile(path.join(target, disposableFile), "");
    await fill(target);
  };
  await reset();
  const { args = [], env = {} } = command(target);
  return probe({
    disposable: true,
    subject: stdioSubject({ command: process.execPath, args: [entryOf(server), ...args], env }),
    observers: [directory({ path: target })],
    tools: tools(target),
    reset,
    settleMs: 60,
    limits: { races: 1 },
  });
}

describe("@modelcontextprotocol/server-filesystem", () => {
  let report: Report;
  beforeAll(async () => {
    report = await probed(
      "filesystem",
      async (target) => {
        await fs.writeFile(path.join(target, "a.txt"), "one\ntwo\n");
        for (let index = 0; index < 60; index += 1) await fs.writeFile(path.join(target, `note-${index}.md`), "text\n");
      },
      (target) => {
        const a = path.join(target, "a.txt");
        const b = path.join(target, "b.txt");
        return {
          read_text_file: { args: { path: a }, missing: { path: path.join(target, "none") } },
          list_directory: { args: { path: target } },
          create_directory: { args: { path: path.join(target, "new") } },
          write_file: { args: { path: a, content: "three\n" } },
          edit_file: { args: { path: a, edits: [{ oldText: "one", newText: "one one" }] } },
          move_file: {
            args: { source: a, destination: b },
            undo: { tool: "move_file", args: { source: b, destination: a } },
            downstream: "none",
          },
        };
      },
      (target) => ({ args: [target] }),
    );
  });

  test("its reads write nothing", () => {
    expect(verdictOn(report, "read_text_file", "readOnlyHint")).toBe("holds");
    expect(verdictOn(report, "list_directory", "readOnlyHint")).toBe("holds");
  });

  test("a folder of sixty files in one answer is bulk rows, although nothing was written", () => {
    expect(reportOf(report, "list_directory").disclosure.flags.map(({ kind }) => kind)).toContain("bulk_rows");
    expect(reportOf(report, "list_directory").proposal).toMatchObject({ tier: 2, because: "discloses" });
  });

  test("write_file replaces, which its destructiveHint says, and a repetition only moves the time of the file", () => {
    expect(verdictOn(report, "write_file", "destructiveHint")).toBe("holds");
    expect(judgementOn(report, "write_file", "idempotentHint")).toMatchObject({
      verdict: "holds",
      cautions: ["the same content was written again, which moves its time"],
    });
  });

  test("edit_file applies an edit again to what it made", () => {
    const { verdict, evidence } = judgementOn(report, "edit_file", "idempotentHint");
    expect(verdict).toBe("holds"); // it says that it is not idempotent
    expect(evidence[0]?.remote_records.join("\n")).toMatch(/a\.txt replaced/);
  });

  test("create_directory only adds, once", () => {
    expect(verdictOn(report, "create_directory", "destructiveHint")).toBe("holds");
    expect(verdictOn(report, "create_directory", "idempotentHint")).toBe("holds");
  });

  test("move_file, which can be moved back, is more cautious than it would have to be", () => {
    expect(verdictOn(report, "move_file", "destructiveHint")).toBe("cautious");
    expect(reportOf(report, "move_file").proposal?.tier).toBe(2); // a declared hint raises, and nothing lowers it
  });

  test("tools that are not in the plan were not called, and nothing is said of them", () => {
    expect(reportOf(report, "directory_tree")).toMatchObject({ skipped: "it is not in the plan", casesRun: [] });
    expect(verdictOn(report, "directory_tree", "readOnlyHint")).toBe("cannot_tell");
  });
});

describe("@modelcontextprotocol/server-memory", () => {
  let report: Report;
  beforeAll(async () => {
    const ann = { name: "ann", entityType: "person", observations: ["likes tea"] };
    report = await probed(
      "memory",
      (target) => fs.writeFile(path.join(target, "graph.jsonl"), `${JSON.stringify({ type: "entity", ...ann })}\n`),
      () => ({
        read_graph: {},
        create_entities: { args: { entities: [{ name: "bob", entityType: "person", observations: ["likes rye"] }] } },
        add_observations: { args: { observations: [{ entityName: "ann", contents: ["likes {{fresh}}"] }] } },
        delete_entities: { args: { entityNames: ["ann"] }, missing: { entityNames: ["nobody"] } },
      }),
      (target) => ({ env: { MEMORY_FILE_PATH: path.join(target, "graph.jsonl") } }),
    );
  });

  test("read_graph writes nothing", () => {
    expect(verdictOn(report, "read_graph", "readOnlyHint")).toBe("holds");
  });

  test("create_entities adds a line, and keeps a name that is there", () => {
    expect(verdictOn(report, "create_entities", "destructiveHint")).toBe("holds");
    expect(reportOf(report, "create_entities").behaviour.destructive).toBe("false");
    expect(verdictOn(report, "create_entities", "idempotentHint")).toBe("cautious"); // it promises less than it does
  });

  test("add_observations adds within a line that is there, and loses nothing", () => {
    expect(verdictOn(report, "add_observations", "destructiveHint")).toBe("holds");
    expect(judgementOn(report, "add_observations", "readOnlyHint").evidence[0]?.remote_records[0]).toContain(
      "graph.jsonl extended",
    );
  });

  test("delete_entities takes away for good, and once", () => {
    expect(verdictOn(report, "delete_entities", "destructiveHint")).toBe("holds");
    expect(reportOf(report, "delete_entities").proposal).toMatchObject({
      tier: 2,
      classification: { category: "delete" },
    });
    expect(verdictOn(report, "delete_entities", "idempotentHint")).toBe("holds");
  });
});

describe("@modelcontextprotocol/server-everything", () => {
  let report: Report;
  beforeAll(async () => {
    report = await probed(
      "everything",
      async () => {},
      () => ({ echo: { args: { message: "hello" } }, "get-sum": { args: { a: 1, b: 2 } }, "get-env": {} }),
      () => ({ args: ["stdio"], env: { BILLING_API_KEY: "sk_live_51Hq0PlantedByThisTest" } }),
    );
  });

  test("its plain tools keep what they promise", () => {
    expect(verdictOn(report, "echo", "readOnlyHint")).toBe("holds");
    expect(verdictOn(report, "get-sum", "readOnlyHint")).toBe("holds");
  });

  test("get-env writes nothing and hands out the secrets of its environment, which the report does not repeat", () => {
    const { disclosure, proposal } = reportOf(report, "get-env");
    expect(verdictOn(report, "get-env", "readOnlyHint")).toBe("holds");
    expect(disclosure.flags.map(({ kind }) => kind)).toContain("secret");
    expect(proposal).toMatchObject({ tier: 2, because: "discloses", classification: { discloses: "sensitive" } });
    expect(JSON.stringify(report)).not.toContain("PlantedByThisTest");
  });
});
