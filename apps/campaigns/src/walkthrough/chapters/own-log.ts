import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { auditCommand } from "../audit-command.js";
import type { Chapter, Stage } from "../chapter.js";
import { onlyOne, reviewer } from "../reviewer.js";

const tool = "apply_migration";
const args = { environment: "production", migration: 7 };
const why = "backup of 04:00 is done";

export const ownLogChapter: Chapter = {
  title: "What this walk-through did, from its own log: and a copy that somebody changed",
  async play(stage) {
    const { say, expect, holds, log } = stage;
    say("Once more a migration that a person has to allow, to have something to look up.");
    const operationId = await migrate(stage);

    const [altered, shortened] = [`${log.folder}-altered`, `${log.folder}-shortened`];
    const { folder, checkpoints, publicKey } = log;
    const names = {
      ...{ [folder]: "audit/", [checkpoints]: "checkpoints.jsonl", [publicKey]: "checkpoints.public.pem" },
      ...{ [altered]: "altered/", [shortened]: "shortened/" },
    };
    const tier2Audit = auditCommand(stage, names);
    const signed = ["--checkpoint", checkpoints, "--public-key", publicKey];

    say(
      "All servers of all chapters have appended to one log: what was proposed, who allowed it and why, what was done. " +
        "Each entry holds a hash of the one before it; the newest was signed, and that signature kept elsewhere.",
    );
    const intact = await tier2Audit("verify", folder, ...signed);
    expect("exit code", intact.exitCode, 0);
    holds("every entry is as it was written", /^Intact: \d{3,} entries\./.test(intact.text));
    holds("and the log is as long as it was when it was signed", intact.text.includes("Agrees with the checkpoint of"));

    say("The whole way of that one operation: decided and done stand apart.");
    const shown = await tier2Audit("show", folder, "--operation", operationId);
    for (const word of ["proposed", "asked for an approval", why, "about to run", "completed", "replayed"]) {
      holds(`tells: ${word}`, shown.text.includes(word));
    }

    say("Somebody who can write the files changes one letter of the reason in a copy.");
    await cp(folder, altered, { recursive: true, filter: isNoLock });
    const number = await changeReason(altered);
    const changed = await tier2Audit("verify", altered, ...signed);
    expect("exit code", changed.exitCode, 1);
    holds(`it names entry ${number}`, changed.text.startsWith(`BROKEN at entry ${number} (line ${number}): altered.`));

    say(
      "Cutting the end off leaves a shorter log in which every entry is as it was written: only a signature that was " +
        "kept elsewhere knows better.",
    );
    await cp(folder, shortened, { recursive: true, filter: isNoLock });
    await cutOff(shortened, 5);
    expect("without the checkpoints, exit code", (await tier2Audit("verify", shortened)).exitCode, 0);
    const cut = await tier2Audit("verify", shortened, ...signed);
    expect("with them, exit code", cut.exitCode, 1);
    holds("it says what is wrong", cut.text.includes("truncated"));
  },
};

/** Asked for, allowed, executed and asked again; answers the operation's id. */
async function migrate(stage: Stage): Promise<string> {
  const { agent: connect, wire, events, audit } = await stage.server();
  const agent = await connect("a");
  const ops = reviewer(stage, wire.url, "ops");
  await agent.call(tool, args);
  await ops.decide("allow", await onlyOne(ops), why);
  const call = { ...args, confirm_token: await agent.preview(tool, args) };
  const first = await agent.call(tool, call);
  const again = await agent.call(tool, call);
  stage.same("the repeated call is answered from the record", again.text, first.text);
  await audit.checkpoint();
  const operationId = events.find(({ type }) => type === "completed")?.operationId;
  if (operationId === undefined) throw new Error("Expected an operation that completed");
  return operationId;
}

/** Who appends is no part of the log. */
const isNoLock = (file: string) => !file.endsWith("lock");

const filesIn = async (folder: string) => (await readdir(folder)).sort().map((name) => join(folder, name));

/** One letter for another in the first entry that has the reason; answers which entry that is. */
async function changeReason(folder: string): Promise<number> {
  let before = 0;
  for (const file of await filesIn(folder)) {
    const text = await readFile(file, "utf8");
    const at = text.indexOf(why);
    const lines = text.slice(0, at < 0 ? undefined : at).split("\n").length - 1;
    if (at >= 0) {
      await writeFile(file, text.slice(0, at) + why.replace("done", "dome") + text.slice(at + why.length));
      return before + lines + 1;
    }
    before += lines;
  }
  throw new Error("Expected the reason in the log");
}

async function cutOff(folder: string, entries: number): Promise<void> {
  const last = (await filesIn(folder)).at(-1) as string;
  const lines = (await readFile(last, "utf8")).split("\n").slice(0, -1);
  await writeFile(last, `${lines.slice(0, -entries).join("\n")}\n`);
}
