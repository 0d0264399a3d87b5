import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { encryptionKeyOf } from "../../src/entry/key-text.js";
import { fileSink } from "../../src/sinks/file/file-sink.js";
import { audited, bob, opsPolicy } from "../support/audited.js";
import { aFolder } from "../support/folder.js";

async function tier2(args: readonly string[], progress = false) {
  const said = { out: "", err: "" };
  const code = await runCli(["audit", ...args], {
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
    progress,
  });
  return { code, ...said };
}

/** A log of three operations in a folder, with keys beside it. */
async function scene({ encrypted = false } = {}) {
  const folder = aFolder();
  const at = (name: string) => path.join(folder, name);
  const log = at("log");
  await tier2(["keygen", at("witness")]);
  if (encrypted) await tier2(["keygen", at("bodies"), "--encryption"]);
  const encryption = encrypted ? encryptionKeyOf(fs.readFileSync(at("bodies.key.json"), "utf8")) : undefined;
  const a = audited(
    { sink: fileSink({ folder: log, maxFileBytes: 4000 }), ...(encryption && { encryption }) },
    { policies: [opsPolicy] },
  );
  const operations: string[] = [];
  for (const id of [1, 2, 3]) {
    const waiting = await a.call({ id });
    const approval = waiting.body.status === "approval_pending" ? waiting.body.approval.id : "";
    const { actionDigest = "" } = (await a.t.approvals.get(approval, { approver: bob })) ?? {};
    await a.t.approvals.allow(approval, { approver: bob, actionDigest, reason: `checked ${id}` });
    const { operationId = "" } = await a.call({ id, confirm_token: await a.preview(id) });
    operations.push(operationId);
  }
  await a.audit.close();
  const files = fs
    .readdirSync(log)
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  const signed = await tier2(["checkpoint", log, "--private-key", at("witness.private.pem")]);
  fs.writeFileSync(at("checkpoints.jsonl"), signed.out);
  const witness = ["--checkpoint", at("checkpoints.jsonl"), "--public-key", at("witness.public.pem")];
  return { at, log, files: files.map((name) => path.join(log, name)), operations, witness, signed };
}

describe("verify", () => {
  test("says that a log is intact, and what that does not prove", async () => {
    const { log, files, witness } = await scene();
    expect(files.length).toBeGreaterThan(1);
    const plain = await tier2(["verify", log]);
    expect(plain.code).toBe(0);
    expect(plain.out).toMatch(/^Intact: 18 entries\.\n/);
    expect(plain.out).toContain("No checkpoint was given");
    expect(plain.out).toContain(
      "It does not prove that a tool does what its annotations say, that a\ndecision was right",
    );
    const witnessed = await tier2(["verify", log, ...witness]);
    expect(witnessed.out).toContain("Agrees with the checkpoint of 18 entries");
    expect(witnessed.code).toBe(0);
  });

  test("names the first bad entry, its line and what is wrong", async () => {
    const { log, files } = await scene();
    const file = files[1] as string;
    const bytes = fs.readFileSync(file);
    const seq = Number(path.basename(file).split("-")[0]);
    fs.writeFileSync(file, bytes.toString().replace("foo", "bar"));
    const { code, out } = await tier2(["verify", log]);
    expect([code, out.split("\n")[0]]).toEqual([1, `BROKEN at entry ${seq} (line ${seq}): altered.`]);
    expect(out).toContain(`Intact up to entry ${seq - 1}.`);
    fs.rmSync(file);
    expect((await tier2(["verify", log])).out).toMatch(`BROKEN at entry ${seq} (line ${seq}): missing.`);
  });

  test("tells of a tail that was cut off only by a checkpoint", async () => {
    const { log, files, witness } = await scene();
    fs.rmSync(files.at(-1) as string);
    expect((await tier2(["verify", log])).code).toBe(0);
    const cut = await tier2(["verify", log, ...witness, "--json"]);
    expect(cut.code).toBe(1);
    expect(JSON.parse(cut.out)).toMatchObject({ ok: false, fault: "truncated" });
  });

  test("believes no checkpoint that is not signed with a key that was given", async () => {
    const { at, log, witness } = await scene();
    await tier2(["keygen", at("other")]);
    const byOther = await tier2(["verify", log, ...witness.slice(0, 2), "--public-key", at("other.public.pem")]);
    expect([byOther.code, byOther.out]).toEqual([1, expect.stringContaining("NOT SIGNED")]);
    const unchecked = await tier2(["verify", log, ...witness.slice(0, 2)]);
    expect([unchecked.code, unchecked.err]).toEqual([2, expect.stringContaining("--public-key")]);
    const lines = JSON.parse(fs.readFileSync(at("checkpoints.jsonl"), "utf8"));
    fs.writeFileSync(at("checkpoints.jsonl"), JSON.stringify({ ...lines, size: 2 }));
    expect((await tier2(["verify", log, ...witness])).code).toBe(1);
  });

  test("shows how far it is, to whoever watches and nobody else", async () => {
    const folder = aFolder();
    const { audit } = audited({ sink: fileSink({ folder }) });
    for (let nth = 0; nth < 600; nth += 1)
      audit.onEvent({ type: "claimed", atMs: nth, server: "s", tool: "t", requester: { tokenId: "a" } });
    await audit.close();
    expect((await tier2(["verify", folder], true)).err).toMatch(/\[#*-*\] +\d+ % {2}\d+ entries/);
    expect((await tier2(["verify", folder], false)).err).toBe("");
  });
});

describe("show", () => {
  test("tells an operation from its proposal to its effect", async () => {
    const { log, operations } = await scene();
    const { code, out } = await tier2(["show", log, "--operation", operations[1] as string]);
    expect(code).toBe(0);
    const [title, ...lines] = out.trimEnd().split("\n");
    expect(title).toBe(`${operations[1]}: delete_foo, for user:test (test-token)`);
    const said = lines.map((line) => line.replace(/^\S+ {2}#\d+ +(\w+) +/, "$1: ").replace(/[\w-]{43}/, "<digest>"));
    expect(said).toEqual([
      "decided: asked for an approval, by deletions v1: Will delete foo #2",
      'decided: user:bob allowed it: "checked 2"',
      "decided: proposed delete_foo: Will delete foo #2",
      "done: claimed: its one attempt began",
      "decided: about to run delete_foo on foo/2 with shop-admin, under deletions v1, allowed by user:bob",
      "done: completed in 0 ms, with the result <digest>",
    ]);
  });

  test("filters by tool, requester, kind and time", async () => {
    const { log } = await scene();
    const count = async (...filter: string[]) =>
      (await tier2(["show", log, "--json", ...filter])).out.split("\n").length - 1;
    expect(await count()).toBe(18);
    expect(await count("--tool", "delete_foo")).toBe(18);
    expect(await count("--tool", "other")).toBe(0);
    expect(await count("--requester", "user:test")).toBe(18);
    expect(await count("--requester", "test-token")).toBe(18);
    expect(await count("--requester", "mallory")).toBe(0);
    expect(await count("--kind", "done")).toBe(6);
    expect(await count("--since", "2100-01-01")).toBe(0);
    expect(await count("--until", "2100-01-01T00:00:00Z")).toBe(18);
  });

  test("needs the key of an encrypted log, and verifying does not", async () => {
    const { at, log, operations } = await scene({ encrypted: true });
    expect((await tier2(["verify", log])).code).toBe(0);
    const closed = await tier2(["show", log]);
    expect(closed.out).toContain("(encrypted, and its key is not here)");
    expect(closed.out).not.toContain("foo");
    expect(closed.err).toContain("18 entries are encrypted");
    const operation = ["--operation", operations[0] as string];
    expect((await tier2(["show", log, ...operation, "--key", at("bodies.key.json")])).out).toContain(
      "Will delete foo #1",
    );
  });
});

describe("export and receipt verify", () => {
  test.each([false, true])("a receipt is proved with the public key alone (encrypted: %s)", async (encrypted) => {
    const { at, log, operations, witness } = await scene({ encrypted });
    const keys = encrypted ? ["--key", at("bodies.key.json")] : [];
    const out = at("receipt.json");
    const made = await tier2([
      "export",
      log,
      "--operation",
      operations[0] as string,
      ...witness,
      ...keys,
      "--out",
      out,
    ]);
    expect([made.code, made.err]).toEqual([0, ""]);
    fs.rmSync(log, { recursive: true });
    const proved = await tier2(["receipt", "verify", out, "--public-key", at("witness.public.pem")]);
    expect(proved.code).toBe(0);
    expect(proved.out).toMatch(/^Proved: /);
    expect(proved.out).toContain('user:bob allowed it: "checked 1"');
    fs.writeFileSync(out, fs.readFileSync(out, "utf8").replace("checked 1", "checked 9"));
    const forged = await tier2(["receipt", "verify", out, "--public-key", at("witness.public.pem"), "--json"]);
    expect(forged.code).toBe(1);
    expect(JSON.parse(forged.out).ok).toBe(false);
  });

  test("none is made of a broken log, and none written over another file", async () => {
    const { at, log, files, operations, witness } = await scene();
    const args = ["export", log, "--operation", operations[0] as string, ...witness];
    fs.writeFileSync(at("there.json"), "{}");
    expect((await tier2([...args, "--out", at("there.json")])).code).toBe(2);
    expect(fs.readFileSync(at("there.json"), "utf8")).toBe("{}");
    expect(await tier2(["export", log, "--operation", "op_other", ...witness])).toMatchObject({ code: 1 });
    fs.writeFileSync(files[0] as string, fs.readFileSync(files[0] as string, "utf8").replace("foo", "bar"));
    expect(await tier2(args)).toMatchObject({ code: 1, out: "", err: expect.stringContaining("BROKEN at entry 1") });
  });
});

describe("checkpoint and keygen", () => {
  test("nothing is signed of a broken log, or of one that contradicts an earlier checkpoint", async () => {
    const { at, log, files, witness } = await scene();
    fs.rmSync(files.at(-1) as string);
    const sign = ["checkpoint", log, "--private-key", at("witness.private.pem")];
    expect((await tier2(sign)).code).toBe(0);
    expect(await tier2([...sign, ...witness])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("truncated"),
    });
    fs.appendFileSync(files[0] as string, "x");
    expect(await tier2(sign)).toMatchObject({ code: 1, out: "" });
  });

  test("keys are for their owner alone, and never written over", async () => {
    const folder = aFolder();
    const name = path.join(folder, "k");
    for (const more of [[], ["--encryption"]]) {
      expect((await tier2(["keygen", name, ...more])).code).toBe(0);
      expect((await tier2(["keygen", name, ...more])).code).toBe(2);
    }
    for (const secret of ["k.private.pem", "k.key.json"]) {
      expect(fs.statSync(path.join(folder, secret)).mode & 0o077).toBe(0);
    }
  });
});

test("what cannot be done as it was given is told with exit code 2, and --help with 0", async () => {
  const folder = aFolder();
  for (const args of [
    ["verify"],
    ["verify", path.join(folder, "none")],
    ["verify", folder],
    ["verify", folder, "other"],
    ["verify", folder, "--operation", "x"],
    ["verify", folder, "--no-such"],
    ["verfiy", folder],
    ["receipt", folder],
    ["receipt", "verify", path.join(folder, "none.json")],
    ["export", folder],
    ["show", folder, "--kind", "x"],
    ["show", folder, "--since", "tomorrow"],
    ["checkpoint", folder],
  ]) {
    const { code, out, err } = await tier2(args);
    expect([code, out, err.startsWith("tier2: ")]).toEqual([2, "", true]);
  }
  expect(await runCli(["other"], { out: () => {}, err: () => {}, progress: false })).toBe(2);
  const help = await tier2(["--help"]);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining("verify <log>")]);
});
