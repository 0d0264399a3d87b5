import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Agent } from "../agent.js";
import type { Chapter } from "../chapter.js";
import { stdioServer } from "../stdio-server.js";

const tool = "update_offer_payout";
const args = { offer_id: 12, new_payout: 6.2 };

async function payoutOf(agent: Agent): Promise<string> {
  const { body } = await agent.call("get_offer", { id: 12 });
  return (body.offer as { payout: string }).payout;
}

export const overStdio: Chapter = {
  title: "Over stdio, and a server that is killed",
  async play(stage) {
    const { say, expect, same, atEnd, saveDatabase } = stage;
    const dataFolder = await mkdtemp(join(tmpdir(), "campaigns-"));
    atEnd(() => rm(dataFolder, { recursive: true, force: true }));
    await saveDatabase(join(dataFolder, "database"));
    const settings = { dataFolder, secretKey: randomBytes(32).toString("base64") };

    say("A desktop client starts the server as its child and talks over its stdin and stdout.");
    const first = await stdioServer(stage, settings);
    expect("payout before", await payoutOf(first.agent), "4.50");
    const used = { ...args, confirm_token: await first.agent.preview(tool, args) };
    expect("payout after the preview", await payoutOf(first.agent), "4.50");
    const done = await first.agent.call(tool, used);
    expect("message", done.body.message, "Offer payout updated successfully");
    expect("payout after the confirm call", await payoutOf(first.agent), "6.20");
    const again = await first.agent.call(tool, used);
    same("a retry is a replay, to the byte", [again.text, again.replayed], [done.text, true]);

    say("Another operation is previewed, and the server is killed (SIGKILL) before it is confirmed.");
    const another = { offer_id: 12, new_payout: 9.9 };
    const open = { ...another, confirm_token: await first.agent.preview(tool, another) };
    await first.kill();
    same("there was nothing but MCP on its stdout", first.strayOutput, []);

    say(
      "A new process on the same data, which has Holdpoint's records too. What was executed is replayed. The open token is " +
        "refused all the same: this Postgres has started anew, and a store that may have lost writes is not trusted.",
    );
    const second = await stdioServer(stage, settings);
    expect("payout before", await payoutOf(second.agent), "6.20");
    const replay = await second.agent.call(tool, used);
    same("the recorded answer, to the byte", [replay.text, replay.replayed], [done.text, true]);
    const refused = await second.agent.call(tool, open);
    expect("refused", [refused.body.reason, refused.body.detail], ["unknown_or_used", "history_changed"]);
    expect("payout after", await payoutOf(second.agent), "6.20");
  },
};
