// A process that confirms the tokens it is given, so that it can be killed or stopped at any moment. It says in a file,
// line by line, which handlers started and what its callers heard: appending is one system call, and outlives SIGKILL.
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createTier2, defineTier2Tool } from "@holdpoint/tier2-core";
import { redisStore } from "@holdpoint/tier2-store-redis";
import { Redis } from "ioredis";

const { port, tokens, file, leaseMs, waitForCompletionMs, handlerMs, atOnce } = JSON.parse(process.argv[2] ?? "");
const say = (line) => fs.appendFileSync(file, `${JSON.stringify(line)}\n`);

const client = new Redis({ port });
const store = redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
const tier2 = createTier2({ store, server: "faults", leaseMs, waitForCompletionMs });
const tool = defineTier2Tool({
  name: "pay",
  category: "payout",
  duplicates: "allow",
  preview: async () => ({ summary: "Will pay", preview: { amount: 1 } }),
  execute: async ({ number }) => {
    say({ started: number });
    await sleep(Math.random() * handlerMs);
    return { message: `Paid by ${process.pid}` };
  },
});

let next = 0;
async function confirmInTurn() {
  while (next < tokens.length) {
    const number = next++;
    const args = { number, confirm_token: tokens[number] };
    const { body } = await tier2.call(tool, args, { requester: { tokenId: "agent" } });
    say({ heard: number, body });
  }
}
await store.checkSetup();
process.send?.("ready");
await Promise.all(Array.from({ length: atOnce }, confirmInTurn));
await tier2.close();
client.disconnect();
process.disconnect?.();
