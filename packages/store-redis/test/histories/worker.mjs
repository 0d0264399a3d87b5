// One of several processes that consume, complete and read the same tokens through the store, and record what they saw.
import fs from "node:fs";
import { redisStore } from "@holdpoint/tier2-store-redis";
import { Redis } from "ioredis";

const { port, name, tokens, fibres, file, plantedBug } = JSON.parse(process.argv[2] ?? "");
const client = new Redis({ port });
const store = redisStore({ client, acceptUnsafe: ["no_append_only_file"] });
const nowMs = () => Number(process.hrtime.bigint() / 1_000n) / 1_000; // comparable between the processes of a machine
const history = [];

async function record(token, kind, by, ask, written = null) {
  const sentMs = nowMs();
  const answer = await ask();
  const answeredMs = nowMs();
  const accepted = answer.ok ?? false;
  const data = accepted ? written : ((answer.record ?? answer)?.data ?? null);
  history.push(`${JSON.stringify({ token, kind, by, sentMs, answeredMs, accepted, data })}\n`);
  if (history.length >= 5_000) fs.appendFileSync(file, history.splice(0).join(""));
  return accepted;
}

const kept = { deadlineInMs: 600_000, payloadForMs: 600_000, recordForMs: 600_000 };
const whenOpen = { deadline: "open", history: "same" };

async function work(token, by) {
  const id = `c:${token}`;
  await store.insert(id, { tag: "pending", state: "{}", body: "{}", listed: false, ...kept });
  const claimed = { tag: by, state: "{}", listed: true, deadlineInMs: 600_000, payloadForMs: null, recordForMs: null };
  const consumed = await record(token, "consume", by, async () => {
    if (!plantedBug) return store.swap(id, "pending", claimed, whenOpen);
    // Looks, and then writes over whatever stands meanwhile.
    const standing = await store.get(id);
    if (standing.tag !== "pending") return { ok: false, record: standing };
    const now = await store.get(id);
    return store.swap(id, now.tag, claimed, { deadline: "any", history: "any" });
  });
  if (consumed) {
    const data = `"${by}"`;
    const completed = { tag: `done ${by}`, state: "{}", data, listed: false, ...kept };
    await record(token, "complete", by, () => store.swap(id, by, completed, { deadline: "any", history: "any" }), data);
  } else {
    await record(token, "read", by, () => store.get(id));
  }
  await record(token, "read", by, () => store.get(id));
}

await store.checkSetup();
process.send("ready");
await new Promise((resolve) => process.once("message", resolve)); // all begin together
let next = 0;
const fibre = async (number) => {
  while (next < tokens * fibres) {
    const at = next++;
    await work(Math.floor(at / fibres), `${name}.${number}.${at}`);
  }
};
await Promise.all(Array.from({ length: fibres }, (_, number) => fibre(number)));
fs.appendFileSync(file, history.join(""));
client.disconnect();
process.disconnect();
