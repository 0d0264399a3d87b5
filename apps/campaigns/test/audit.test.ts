import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChainedEntry, fileSink, verifyLog } from "@holdpoint/tier2-audit";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "../src/database/database.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { deployment } from "../src/server/deployment.js";
import { openAudit } from "../src/server/open-audit.js";
import { examples } from "../src/walkthrough/examples.js";
import { freshDatabase } from "./fresh-database.js";

const database = freshDatabase();
const requester = { tokenId: "token-1", subject: "operator" };
const unused: Pick<OpenDatabase, "close"> = { close: async () => {} };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "campaigns-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (where: Pick<Parameters<typeof openAudit>[0], "place" | "folder">) =>
  openAudit({ ...where, database: Object.assign(database, unused), key: randomBytes(32) });

test("every Tier-2 tool stands in the log with its intent before its ending, and without its secrets or its token", async () => {
  const audit = await open({ place: { kind: "memory" }, folder });
  const { journal, onEvent } = audit.log;
  const { engine, tier2, address } = deployment({
    database,
    vault: passwordVault(randomBytes(32)),
    engine: { journal, onEvent },
  });
  address.url = "http://127.0.0.1:1";
  const secrets: string[] = [];
  for (const [name, { args }] of Object.entries(examples)) {
    const tool = tier2.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`No tool ${name}`);
    const { body } = await engine.call(tool, args, { requester });
    if (body.status !== "confirmation_required") throw new Error(`${name}: ${JSON.stringify(body)}`);
    const { confirm_token } = body;
    secrets.push(confirm_token, ...["hex", "base64", "base64url"].map((form) => digest(confirm_token, form as "hex")));
    const reply = await engine.call(tool, { ...args, confirm_token }, { requester });
    expect(reply.status, name).toBe("ok");
    // A link is told once, to the caller alone.
    const { link } = reply.body as { link?: { url?: string } };
    if (link?.url !== undefined) secrets.push(link.url);
  }
  secrets.push("correct horse battery staple"); // of the example's SMTP server
  await engine.close();
  await audit.close();

  const sink = fileSink({ folder });
  const told: Record<string, string[]> = {};
  const onEntry = ({ entry }: ChainedEntry) => {
    const { type, tool } = entry.body as { type: string; tool: string };
    told[tool] = [...(told[tool] ?? []), type];
  };
  expect(await verifyLog(() => sink.read(), { onEntry })).toMatchObject({ ok: true });
  for (const name of Object.keys(examples)) {
    const ways = told[name]?.filter((type) => ["proposed", "intent", "completed"].includes(type));
    expect(ways, name).toEqual(["proposed", "intent", "completed"]);
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  const text = (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("");
  expect(secrets.length).toBeGreaterThan(4 * Object.keys(examples).length);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

const digest = (token: string, form: "hex" | "base64" | "base64url") => createHash("sha256").update(token).digest(form);

test("a log lies beside the data, in the folder that was asked for, or in one that goes with the database", async () => {
  const beside = await open({ place: { kind: "folder", folder }, folder: undefined });
  expect(beside.where).toContain(join(folder, "audit"));
  const chosen = await open({ place: { kind: "folder", folder: "elsewhere" }, folder });
  expect(chosen.where).toContain(folder);
  const passing = await open({ place: { kind: "memory" }, folder: undefined });
  const place = passing.where.replace(/^files in /, "");
  expect(existsSync(place)).toBe(true);
  for (const audit of [beside, chosen, passing]) await audit.close();
  expect(existsSync(place)).toBe(false);
});
