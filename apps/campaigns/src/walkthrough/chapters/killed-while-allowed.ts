import { randomBytes } from "node:crypto";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { demoTokens } from "../../server/demo-tokens.js";
import type { Chapter, Stage } from "../chapter.js";
import { onlyOne, reviewer } from "../reviewer.js";
import { serverDatabase } from "../server-database.js";
import { serverProcess } from "../server-process.js";
import { migration7, migration7Applied } from "../views.js";

const tool = "apply_migration";
const args = { environment: "production", migration: 7 };

export const killedWhileAllowed: Chapter = {
  title: "Killed between a person's consent and the confirm call, on a Postgres server",
  async play(stage) {
    const { say, expect, observeOn, atEnd } = stage;
    const { url: databaseUrl, schema, sql } = await serverDatabase(stage);
    const secretKey = randomBytes(32).toString("base64");
    const start = () => serverProcess({ atEnd }, { databaseUrl, schema, secretKey });

    say("A process of its own takes the request; a person of operations allows it; the agent has its token.");
    const first = await start();
    const one = await agentAt(stage, first.url, "agent at 1");
    await one.call(tool, args);
    const before = reviewer(stage, first.url, "ops");
    const shown = await onlyOne(before);
    await before.decide("allow", shown, "backup is done");
    const call = { ...args, confirm_token: await one.preview(tool, args) };

    say("The process is killed, and another one started. Nothing is lost: not the consent, and not the token.");
    await first.kill();
    const second = await start();
    const after = reviewer(stage, second.url, "ops");
    expect("the consent", (await after.look(shown.id)).status, "approved");
    const two = await agentAt(stage, second.url, "agent at 2");
    const done = await observeOn(sql)(migration7, { before: [], after: migration7Applied }, () => two.call(tool, call));
    expect("status", done.body.status, "ok");
    expect("the consent", (await after.look(shown.id)).status, "exhausted");
  },
};

function agentAt({ connect }: Stage, url: string, name: string) {
  const requestInit = { headers: { Authorization: `Bearer ${demoTokens.a.token}` } };
  return connect(name, new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }) as Transport);
}
