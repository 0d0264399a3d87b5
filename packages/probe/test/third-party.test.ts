import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../src/cli/run-cli.js";
import type { Plan, Report } from "../src/index.js";
import { verdictWords } from "../src/report/words.js";
import { entryOf } from "./subjects/third-party.js";
import { judgementOn, reportOf } from "./support/told.js";

// The table that a person wrote of these servers, and the plans beside it, are what is tested.
const docs = fileURLToPath(new URL("../docs/reference-servers", import.meta.url));
const servers = ["filesystem", "memory", "everything"] as const;
type Server = (typeof servers)[number];

// Each case of a writing tool starts a server anew: all tools take minutes. PROBE_ALL_TOOLS=1 runs them.
const usual: Readonly<Record<Server, readonly string[]>> = {
  filesystem: ["read_text_file", "list_directory", "create_directory", "write_file", "edit_file", "move_file"],
  memory: ["read_graph", "create_entities", "add_observations", "delete_entities"],
  everything: ["echo", "get-env", "toggle-simulated-logging"],
};
const isRun = (server: Server, tool: string) => Boolean(process.env.PROBE_ALL_TOOLS) || usual[server].includes(tool);

let folder: string;
const reports = new Map<Server, Report>();

/** As the page says to do it, but that the server is the installed one, and less is waited for. */
async function probed(server: Server): Promise<void> {
  const file = path.join(folder, `${server}.json`);
  const plan = JSON.parse(await fs.readFile(file, "utf8")) as Plan & { server: { args: string[] } };
  const args = plan.server.args.slice(2);
  const quick = { settleMs: 40, limits: { races: 1 }, reset: [process.execPath, "reset.mjs", server] };
  const local = {
    ...plan,
    ...quick,
    server: { ...plan.server, command: "{{node}}", args: [entryOf(server), ...args] },
  };
  await fs.writeFile(file, JSON.stringify(local));
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const report = path.join(folder, `${server}.report.json`);
  const tools = Object.keys(plan.tools).flatMap((tool) => (isRun(server, tool) ? ["--tool", tool] : []));
  const code = await runCli(["run", file, "--json", report, ...tools], {
    out: say,
    err: say,
    color: false,
    progress: false,
  });
  if (code !== 0) throw new Error(`${server} ended with ${code}: ${said.join("")}`);
  reports.set(server, JSON.parse(await fs.readFile(report, "utf8")) as Report);
}

beforeAll(async () => {
  folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-third-")));
  await fs.cp(docs, folder, { recursive: true });
  for (const server of servers) {
    await fs.mkdir(path.join(folder, server));
    await fs.writeFile(path.join(folder, server, ".tier2-probe-disposable"), "");
  }
  await Promise.all(servers.map(probed));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

/** The rows under the heading of a server: what a person expects of each tool. */
const page = await fs.readFile(path.join(docs, "README.md"), "utf8");
const rowsOf = (server: Server) =>
  (page.split(`\n## ${server}\n`)[1] ?? "")
    .split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (tool|---)/.test(line))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    ) ?? [];

const reportOn = (server: Server) => reports.get(server) as Report;

describe.each(servers)("server-%s", (server) => {
  test.each(rowsOf(server).filter(([tool]) => isRun(server, tool ?? "")))("%s: %s", (tool, _really, ...expected) => {
    const { judgements, disclosure } = reportOf(reportOn(server), tool ?? "");
    const told = judgements.map(
      ({ claim, verdict }) =>
        `${claim.value}${claim.declared ? "" : " (default)"}: ${verdictWords[verdict].replace(" than seen", "").replace(" here", "")}`,
    );
    expect([...told, disclosure.flags.map(({ kind }) => kind).join(", ")]).toEqual(expected);
  });

  test("has no tool that the page leaves out", () => {
    expect(reportOn(server).tools.map(({ tool }) => tool)).toEqual(
      rowsOf(server)
        .map(([tool]) => tool)
        .sort(),
    );
  });
});

describe("the evidence", () => {
  test("of write_file: the same bytes again move the time of the file, and no more", () => {
    const { evidence, cautions } = judgementOn(reportOn("filesystem"), "write_file", "idempotentHint");
    expect(cautions).toEqual(["the same content was written again, which moves its time"]);
    expect(evidence[0]?.remote_records.join()).toMatch(/files: a\.txt replaced .*files: a\.txt touched \(mtimeMs/s);
  });

  test("of edit_file: it applies an edit again to what it made", () => {
    const { evidence } = judgementOn(reportOn("filesystem"), "edit_file", "idempotentHint");
    expect(evidence[0]?.remote_records.filter((record) => /a\.txt replaced \(bytes/.test(record))).toHaveLength(2);
  });

  test("of move_file: the undo brought everything back", () => {
    const { evidence } = judgementOn(reportOn("filesystem"), "move_file", "destructiveHint");
    expect(evidence[0]?.remote_records).toEqual([
      "after first call: files: a.txt removed",
      "after first call: files: b.txt created",
      "after undo by move_file: files: a.txt created",
      "after undo by move_file: files: b.txt removed",
    ]);
    expect(reportOf(reportOn("filesystem"), "move_file").proposal?.tier).toBe(2); // a declared hint raises, nothing lowers
  });

  test("of add_observations: a line that was there got longer, and nothing is lost", () => {
    const { evidence } = judgementOn(reportOn("memory"), "add_observations", "readOnlyHint");
    expect(evidence[0]?.remote_records[0]).toContain("graph.jsonl extended");
  });

  test("of delete_entities: Tier 2, as a deletion", () => {
    expect(reportOf(reportOn("memory"), "delete_entities").proposal).toMatchObject({
      tier: 2,
      classification: { category: "delete", mutates: "destructive" },
    });
  });

  test("of get-env: it hands out the secrets of its environment, which the report does not repeat", () => {
    const { proposal } = reportOf(reportOn("everything"), "get-env");
    expect(proposal).toMatchObject({ tier: 2, because: "discloses", classification: { discloses: "sensitive" } });
    expect(JSON.stringify(reportOn("everything"))).not.toContain("PlantedInThisPlan");
  });
});
