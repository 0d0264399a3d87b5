import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baselineOf, driftFrom, eventsObserver, httpSubject, probe, stdioSubject, toMarkdown } from "../src/index.js";
import { listen } from "../src/observe/listen.js";
import { plain } from "../src/report/plain.js";

const server = fileURLToPath(new URL("subjects/hostile-server.mjs", import.meta.url));
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "tier2 probe hostile "));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const environment = (mode: string) => ({ MODE: mode, CALLS: path.join(folder, mode) });
const subject = (mode: string) =>
  stdioSubject({ command: process.execPath, args: [server], env: environment(mode), callTimeoutMs: 90_000 });
const probed = (mode: string) =>
  probe({
    disposable: true,
    subject: subject(mode),
    observers: [eventsObserver({ name: "none", watches: "nothing", effect: "work", read: async () => [] })],
    tools: { t: { args: {} } },
    settleMs: 5,
    limits: { races: 1 },
  });

/** A server that is honest until a tool is called. */
function answering(call: (request: { id: number }, response: http.ServerResponse) => void) {
  return listen(
    http.createServer((request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      request.on("end", () => {
        const message = text === "" ? {} : JSON.parse(text);
        if (message.method === "tools/call") return call(message, response);
        if (message.method !== "initialize") return void response.writeHead(202).end();
        const { protocolVersion } = message.params;
        const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "h", version: "1" } };
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
      });
    }),
  );
}

/** Sends a gigabyte, and tells how much of it was sent when the client hung up. */
async function endlessServer(type: string) {
  let told: (bytes: number) => void = () => {};
  const ended = new Promise<number>((resolve) => {
    told = resolve;
  });
  const part = Buffer.alloc(1_000_000, "x");
  const server = await answering((_request, response) => {
    let sent = 0;
    response.on("close", () => told(sent));
    response.writeHead(200, { "content-type": type });
    response.write(type === "application/json" ? '"' : "data: ");
    const send = () => {
      while (!response.destroyed && sent < 1_000_000_000) {
        sent += part.length;
        if (!response.write(part)) return void response.once("drain", send);
      }
      response.end();
    };
    send();
  });
  return { ...server, ended };
}

test("a tool that is named like what every object has is not in the plan, and is not called", async () => {
  const report = await probed("inherited");

  const called = (await fs.readFile(path.join(folder, "inherited"), "utf8")).trim().split("\n");
  expect([...new Set(called)]).toEqual(["t"]);
  expect(report.tools.filter(({ skipped }) => skipped !== undefined)).toHaveLength(3);
  expect(driftFrom({ format: 1, tools: { t: baselineOf(report).tools.t as never } }, report)).toHaveLength(3);
});

test("a list of tools without an end ends, and what is no tool is left out of one", async () => {
  const endless = await subject("endless_list").connect();
  expect(await endless.tools()).toEqual([]);
  await endless.close();
  const mixed = await subject("no_tools").connect();
  expect((await mixed.tools()).map(({ name }) => name)).toEqual(["t"]);
  await mixed.close();
});

test("an answer without an end is a lost connection, and not the end of the probe", async () => {
  const connection = await subject("endless_answer").connect();
  expect(await connection.call("t", {})).toMatchObject({ kind: "lost" });
  await connection.close();
});

test("an answer that is nested without measure costs its own case, and not the run", async () => {
  const once = await probed("deep_once");
  expect(once.tools[0]?.casesRun).toEqual(expect.arrayContaining(["ordinary", "again", "cut", "parallel"]));
  const readOnly = once.tools[0]?.judgements[0];
  expect(readOnly).toMatchObject({ verdict: "cannot_tell", sentence: expect.stringContaining("could not be read") });
  expect(readOnly?.evidence[0]?.first_call).toBe("answer could not be read: it is nested deeper than 500 levels");
  expect(once.tools[0]?.disclosure.discloses).toBeUndefined();
  expect((await probed("deep_text")).tools[0]?.judgements[0]?.verdict).toBe("cannot_tell");
});

test("a tool whose schema is nested without measure is no tool", async () => {
  const connection = await subject("deep_schema").connect();
  expect((await connection.tools()).map(({ name }) => name)).toEqual(["t"]);
  await connection.close();
});

test("what the server was given to keep stands in no report, also where it was cut, and not in another tool's", async () => {
  const env = { ...environment("echo"), ODD: 'violet-"walrus/7' };
  const report = await probe({
    disposable: true,
    subject: stdioSubject({ command: process.execPath, args: [server, env.ODD], env }),
    observers: [eventsObserver({ name: "none", watches: env.ODD, effect: "work", read: async () => [] })],
    tools: { t: { args: { password: "tangerine", pin: "open" }, missing: { secret_pin: 73_915 } } },
    settleMs: 5,
    limits: { races: 1 },
  });
  const text = JSON.stringify(report);
  expect(text).toContain("[env ODD] [argument password] open");
  expect(text).not.toMatch(/violet|walrus|tangerine|73915/);
  expect(report.subject).toContain("[env ODD]");
});

test.each([
  ["refuses", "error: no such id; [env ODD]"],
  ["dies", "its process ended with code 3; it printed last: first | no database for [env ODD]"],
])("an ordinary call that does not succeed says what came instead (%s)", async (mode, told) => {
  const env = { ...environment(mode), ODD: "violet-walrus" };
  const report = await probe({
    disposable: true,
    subject: stdioSubject({ command: process.execPath, args: [server], env }),
    observers: [],
    tools: { t: { args: {} } },
    settleMs: 5,
    limits: { races: 1 },
  });
  for (const { hint, sentence } of report.tools[0]?.judgements ?? [])
    expect([hint, sentence]).toEqual([hint, expect.stringContaining(told)]);
  expect(JSON.stringify(report)).not.toContain("violet");
});

test("a server that cannot be reached says why", async () => {
  const { port, close } = await listen(http.createServer());
  await close();
  await expect(httpSubject({ url: `http://127.0.0.1:${port}/mcp` }).connect()).rejects.toThrow(/ECONNREFUSED/);
  const script = "console.error('no ' + process.env.ODD); process.exit(4)";
  const dead = stdioSubject({ command: process.execPath, args: ["-e", script], env: { ODD: "violet-walrus" } });
  await expect(dead.connect()).rejects.toThrow(/code 4; it printed last: no \[env ODD\]/);
});

test("a redirect is not followed: its target may be another machine", async () => {
  let reached = 0;
  const target = await listen(
    http.createServer((_request, response) => {
      reached += 1;
      response.end();
    }),
  );
  const from = await listen(
    http.createServer((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/mcp` }).end();
    }),
  );
  await expect(httpSubject({ url: `http://127.0.0.1:${from.port}/mcp` }).connect()).rejects.toThrow();
  expect(reached).toBe(0);
  await from.close();
  await target.close();
});

test("a redirect is not followed within its own origin either: a call that is cut would not arrive there", async () => {
  const asked: unknown[] = [];
  const { port, close } = await listen(
    http.createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: "/moved" }).end();
    }),
  );
  await expect(httpSubject({ url: `http://127.0.0.1:${port}/mcp` }).connect()).rejects.toThrow(/redirect/);
  expect(asked).toEqual(["/mcp"]);
  await close();
});

test.each(["application/json", "text/event-stream"])(
  "an answer without an end over HTTP is read up to a limit, and not until the memory is full (%s)",
  async (type) => {
    const { port, close, ended } = await endlessServer(type);
    const subject = httpSubject({ url: `http://127.0.0.1:${port}/mcp`, callTimeoutMs: 60_000 });
    const connection = await subject.connect();
    const call = connection.call("t", {});
    expect(await ended).toBeLessThan(1_000_000_000); // the client hung up; without a limit it reads all of that
    if (type === "application/json")
      expect(await call).toMatchObject({ kind: "lost", message: expect.stringContaining("longer than") });
    await connection.close();
    await call;
    await close();
  },
);

test("an honest answer of several megabytes over HTTP is read whole", async () => {
  const text = "x".repeat(8_000_000);
  const { port, close } = await answering((request, response) => {
    const result = { content: [{ type: "text", text }] };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: request.id, result }));
  });
  const connection = await httpSubject({ url: `http://127.0.0.1:${port}/mcp` }).connect();
  expect(await connection.call("t", {})).toMatchObject({ kind: "answered", text });
  await connection.close();
  await close();
});

test.each(["SIGTERM", "SIGINT"] as const)("a probe stopped by %s leaves no server behind", async (signal) => {
  const plan = path.join(folder, `${signal}.json`);
  const calls = path.join(folder, signal);
  const env = { MODE: "stays", CALLS: calls };
  const limits = { races: 30 };
  const tools = { t: { args: {} } };
  await fs.writeFile(
    plan,
    JSON.stringify({
      disposable: true,
      server: { command: process.execPath, args: [server, signal], env },
      observers: { mail: { mail: true } },
      tools,
      limits,
    }),
  );
  const running = spawn(process.execPath, [program, "run", plan], { stdio: "ignore" });
  const ended = once(running, "exit");
  while ((await childrenOf(running)).length === 0 || !(await exists(calls))) await sleep(20);
  const children = await childrenOf(running);
  running.kill(signal);
  expect((await ended)[0]).toBe(signal === "SIGINT" ? 130 : 143);
  while (children.some(isAlive)) await sleep(20); // the test's own time-out is the failure
});

const exists = (file: string) =>
  fs.stat(file).then(
    () => true,
    () => false,
  );
async function childrenOf({ pid }: ChildProcess): Promise<readonly number[]> {
  const ps = spawn("ps", ["-e", "-o", "pid=,ppid="], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  for await (const part of ps.stdout) text += String(part);
  const rows = text.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(["a-", "\n", "https://", "password", "x secret=["])(
  "much of %j is read in time that grows with its length, not with its square",
  (piece) => {
    const scan = JSON.stringify(new URL("../dist/disclose/scan.js", import.meta.url).href);
    const script = `const { scan } = await import(${scan}); scan(${JSON.stringify(piece)}.repeat(${400_000 / piece.length}) + "z")`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { timeout: 100_000 });
    expect([run.status, run.signal]).toEqual([0, null]);
  },
);

test("a server's words make no link, no picture and no other direction of text in a report", () => {
  const name = "![x](http://127.0.0.1/x.png) `code` \u202e\u2028\u001b[2J";
  const report = { format: 1, subject: name, watched: [], calls: 0, tools: [] } as const;
  const markdown = toMarkdown(report);
  expect(markdown).toContain("!\\[x\\](");
  for (const moved of ["\u001b", "\u2028", "\u202e"]) expect(markdown).not.toContain(moved);
  expect(plain("\u202e\u2066\u2028")).toBe("���");
});
