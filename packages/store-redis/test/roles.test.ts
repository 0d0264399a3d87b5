import { type RedisPair, startRedisPair } from "@holdpoint/test-servers";
import type { Store } from "@holdpoint/tier2-core";
import { afterEach, describe, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { ioredis } from "./support/clients.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const write = { tag: "t", state: "{}", body: "{}", deadlineInMs: 60_000, listed: true };
const always = { deadline: "any", history: "any" } as const;
const acceptUnsafe = ["settings_hidden"] as const;

async function pairAndStores(...rules: string[]): Promise<{ pair: RedisPair; onPrimary: Store; onReplica: Store }> {
  const pair = await startRedisPair({ persistence: "log" });
  ends.push(pair.stop);
  for (const { command } of [pair.primary, pair.replica])
    await command("ACL", "SETUSER", "app", "on", ">p", "~*", "+@all", ...rules);
  const storeAt = async (port: number) => {
    const { client, drop } = await ioredis.standalone(port, { username: "app", password: "p" });
    ends.push(drop);
    return redisStore({ client, history: "unchecked", acceptUnsafe });
  };
  return { pair, onPrimary: await storeAt(pair.primary.port), onReplica: await storeAt(pair.replica.port) };
}

describe.each([
  ["where INFO is hidden", ["-info"]],
  ["where INFO and ROLE are hidden", ["-info", "-role"]],
  ["where neither is hidden", []],
])("with an unchecked history, %s,", (_, rules) => {
  test("a replica is refused at the start", async () => {
    const { onReplica } = await pairAndStores(...rules);
    await expect(onReplica.get("c:1")).rejects.toMatchObject({ code: "store_unavailable", message: /primary/ });
  });

  test("a primary that was demoted later answers nothing, whichever way the answer writes nothing", async () => {
    const { pair, onPrimary } = await pairAndStores(...rules);
    await onPrimary.insert("c:1", write);
    await pair.caughtUp();
    await pair.promote();
    await pair.primary.command("REPLICAOF", "127.0.0.1", String(pair.replica.port));
    const answers = {
      "a read": () => onPrimary.get("c:1"),
      "a read of nothing": () => onPrimary.get("c:none"),
      "a refused insert": () => onPrimary.insert("c:1", write),
      "a swap refused by its tag": () => onPrimary.swap("c:1", "other", { ...write, tag: "u" }, always),
      "a swap of nothing": () => onPrimary.swap("c:none", "t", { ...write, tag: "u" }, always),
      "a swap": () => onPrimary.swap("c:1", "t", { ...write, tag: "u" }, always),
      "an insert": () => onPrimary.insert("c:2", write),
      "a page": () => onPrimary.list("c:", { limit: 1 }),
    };
    for (const [what, ask] of Object.entries(answers))
      await expect(ask(), what).rejects.toMatchObject({
        code: "store_unavailable",
        message: /connect to the primary/,
      });
  });
});

test("a replica that was made writable is refused at the start, if it tells its role", async () => {
  const { pair, onReplica } = await pairAndStores("-info");
  await pair.replica.command("CONFIG", "SET", "replica-read-only", "no");
  await expect(onReplica.get("c:1")).rejects.toMatchObject({ code: "store_unavailable", message: /it is a replica/ });
});
