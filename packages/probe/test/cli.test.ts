import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../src/cli/run-cli.js";
import { disposableFile } from "../src/index.js";

const server = fileURLToPath(new URL("./subjects/notes-server.mjs", import.meta.url));
let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
const read = (name: string) => fs.readFile(at(name), "utf8");

const resetProgram = `
const fs = require("node:fs"), path = require("node:path"), folder = process.argv[2];
for (const name of fs.readdirSync(folder)) if (!name.startsWith(".")) fs.rmSync(path.join(folder, name));
fs.writeFileSync(path.join(folder, "n1.txt"), "open");`;

function planWith(env: Record<string, string>, more: object = {}) {
  return {
    disposable: true,
    server: { command: "{{node}}", args: [server], env: { NOTES: at("notes"), MAIL_PORT: "{{mail.port}}", ...env } },
    observers: { notes: { directory: "notes" }, mail: { mail: true } },
    reset: [process.execPath, "reset.cjs", "notes"],
    settleMs: 20,
    limits: { races: 1 },
    tools: { read_note: { args: { id: "n1" }, missing: { id: "none" } }, close_note: { args: { id: "n1" } } },
    ...more,
  };
}

async function cli(plan: unknown, ...argv: string[]) {
  await fs.writeFile(at("plan.json"), typeof plan === "string" ? plan : JSON.stringify(plan));
  return told(["run", at("plan.json"), ...argv]);
}

async function told(argv: readonly string[]) {
  const said = { out: "", err: "" };
  const write = (to: "out" | "err") => (text: string) => {
    said[to] += text;
  };
  const terminal = { out: write("out"), err: write("err"), color: false, progress: false };
  const code = await runCli(argv, terminal);
  return { code, ...said };
}

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-cli-"));
  await fs.mkdir(at("notes"));
  await fs.writeFile(at("notes", disposableFile), "");
  await fs.writeFile(at("notes", "n1.txt"), "open");
  await fs.writeFile(at("reset.cjs"), resetProgram);
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

describe("a run", () => {
  test("of an honest server ends with 0, writes every report, and its baseline", async () => {
    const reports = ["--json", at("r.json"), "--markdown", at("r.md"), "--junit", at("r.xml")];
    const { code, out, err } = await cli(planWith({}), ...reports, "--baseline", at("base.json"), "--update-baseline");
    expect([code, out, err]).toEqual([0, expect.stringContaining("0 hints contradicted"), "close_note…\nread_note…\n"]);
    expect(out).toMatch(/read_note\s+readOnlyHint: true\s+holds/);
    expect(JSON.parse(await read("r.json"))).toMatchObject({
      format: 1,
      drift: [],
      tools: [{ tool: "close_note" }, { tool: "read_note" }],
    });
    expect(await read("r.md")).toContain("| read_note | readOnlyHint: true | holds |");
    expect(await read("r.xml")).toContain('tests="6" failures="0"');
    expect(Object.keys(JSON.parse(await read("base.json")).tools)).toEqual(["close_note", "read_note"]);
  });

  test("of the same server again agrees with the baseline", async () => {
    const { code, out } = await cli(planWith({}), "--baseline", at("base.json"), "--tool", "read_note");
    expect([code, out]).toEqual([0, expect.not.stringContaining("drift")]);
  });

  test("of a server that says more of itself than in the baseline ends with 3, although nothing is contradicted", async () => {
    const { code, out } = await cli(planWith({ HINTS: "more" }), "--baseline", at("base.json"), "--tool", "close_note");
    expect([code, out]).toEqual([3, expect.stringContaining("drift: close_note: hints: ")]);
    expect(out).toContain("0 hints contradicted");
  });

  test("of a liar ends with 1, with evidence and the three ways out; writing a baseline does not clear it", async () => {
    const argv = ["--junit", at("liar.xml"), "--baseline", at("liar.json"), "--update-baseline"];
    const { code, out } = await cli(planWith({ LIE: "1" }), ...argv);
    expect(code).toBe(1);
    expect(out).toMatch(/read_note: readOnlyHint: true is contradicted/);
    expect(out).toMatch(/close_note: idempotentHint: true is contradicted/);
    expect(out).toMatch(
      /1\. Narrow close_note.*\n2\. Change the hint: idempotentHint: false.*\n3\. Show the effect in the approval: /,
    );
    expect(await read("liar.xml")).toMatch(/<failure message=.*case: byte-identical second call/s);
    const again = await cli(planWith({ LIE: "1" }), "--baseline", at("liar.json"), "--tool", "read_note");
    expect([again.code, again.out]).toEqual([1, expect.not.stringContaining("drift")]);
  });

  test("whose liar is not observed finds nothing: the control of the one above", async () => {
    const observers = { mail: { mail: true } };
    const { code, out } = await cli(planWith({ LIE: "1" }, { observers }), "--tool", "read_note");
    expect([code, out]).toEqual([0, expect.stringMatching(/Watched: mail to a capturing SMTP server\.\n$/)]);
  });

  test("without any observer can tell nothing, which --strict fails", async () => {
    const plan = planWith({ MAIL_PORT: "1" }, { observers: {} });
    expect((await cli(plan, "--tool", "read_note")).out).toContain("cannot tell");
    expect((await cli(plan, "--tool", "read_note", "--strict")).code).toBe(4);
  });

  test("stops calling at its limit, and says which cases are missing", async () => {
    const plan = planWith({}, { limits: { callsPerTool: 2 } });
    const { code } = await cli(plan, "--tool", "read_note", "--json", at("limited.json"));
    const [tool] = (
      JSON.parse(await read("limited.json")) as { tools: { tool: string; casesNotRun: { why: string }[] }[] }
    ).tools.filter((each) => each.tool === "read_note");
    expect(code).toBe(0);
    expect(tool?.casesNotRun.at(-1)?.why).toContain("limit of 2 calls of one tool");
  });
});

describe("nothing is called, and the exit code is 2,", () => {
  const untouched = async (plan: unknown, ...argv: string[]) => {
    await fs.writeFile(at("notes", "n1.txt"), "as it was");
    const { code, err } = await cli(plan, ...argv);
    expect(await fs.readFile(at("notes", "n1.txt"), "utf8")).toBe("as it was");
    return [code, err];
  };

  test("where the plan does not say that the target may be lost", async () => {
    const plan = planWith({ LIE: "1" }, { disposable: false });
    expect(await untouched(plan)).toEqual([2, expect.stringContaining("Say `disposable: true`")]);
  });

  test("where the target itself does not carry its mark", async () => {
    await fs.rename(at("notes", disposableFile), at("mark"));
    const told = await untouched(planWith({ LIE: "1" }));
    await fs.rename(at("mark"), at("notes", disposableFile));
    expect(told).toEqual([2, expect.stringContaining(`a file named ${disposableFile}`)]);
  });

  test("where the plan reaches another machine", async () => {
    const observers = { db: { postgres: "postgres://app:hunter2secret@db.example.test/app" } };
    const [code, err] = await untouched(planWith({}, { observers }));
    expect([code, err]).toEqual([2, expect.stringContaining("db.example.test, which is not this machine")]);
    expect(err).not.toContain("hunter2secret");
    const behind = { db: { postgres: "postgres://127.0.0.1/app?host=other.example.test" } };
    expect(await untouched(planWith({}, { observers: behind }))).toEqual([
      2,
      expect.stringContaining("other.example.test"),
    ]);
    const remote = planWith({}, { server: { url: "https://mcp.example.test/mcp" } });
    expect(await untouched(remote)).toEqual([2, expect.stringContaining("mcp.example.test")]);
  });

  test.each([
    [
      "a name that is not known",
      { observers: { x: { directory: "notes", ignored: [] } } },
      "observers.x.ignored is not known",
    ],
    ["a misspelt case", { tools: { read_note: { mising: {} } } }, "tools.read_note.mising is not known"],
    ["two kinds of observer at once", { observers: { x: { directory: "a", mail: true } } }, "exactly one of"],
    ["a tool that is not listed", { tools: { drop_notes: { args: {} } } }, "no tool named drop_notes"],
    ["an address of no observer", { observers: { notes: { directory: "notes" } } }, "{{mail.port}} names no observer"],
  ])("where the plan has %s", async (_what, more, message) => {
    expect(await untouched(planWith({}, more))).toEqual([2, expect.stringContaining(message)]);
  });

  test("where the plan is no JSON", async () => {
    expect(await untouched("{")).toEqual([2, expect.stringContaining("The plan is no JSON")]);
  });

  test("where the baseline cannot be read", async () => {
    const none = [2, expect.stringContaining("no baseline none.json yet. Write it with --update-baseline")];
    expect(await untouched(planWith({}), "--baseline", "none.json")).toEqual(none);
    await fs.writeFile(at("odd.json"), "[]");
    expect(await untouched(planWith({}), "--baseline", at("odd.json"))).toEqual([
      2,
      expect.stringContaining("not one that this version wrote"),
    ]);
  });
});

test("a baseline of one tool does not take the place of that of all: nothing is called or written", async () => {
  await fs.writeFile(at("whole.json"), "as it was");
  const argv = ["--baseline", at("whole.json"), "--update-baseline", "--tool", "read_note"];
  const { code, err } = await cli(planWith({}), ...argv);
  expect([code, err]).toEqual([2, expect.stringContaining("leave --tool out")]);
  expect(await fs.readFile(at("whole.json"), "utf8")).toBe("as it was");
});

test("init lists the tools, calls none and guesses no arguments", async () => {
  const { code, out } = await told(["init", "--", process.execPath, server]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ disposable: false, tools: { read_note: { skip: expect.any(String) } } });
});

test("the program is the same, and tells its use", () => {
  const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program, "--help"], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringContaining("tier2-probe run plan.json")]);
  expect(spawnSync(process.execPath, [program], { encoding: "utf8" }).status).toBe(2);
});
