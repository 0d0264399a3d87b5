// Faults between a process and a server that has lost nothing.
import { setTimeout as sleep } from "node:timers/promises";
import { startRedis } from "@holdpoint/test-servers";
import { redisStore } from "../../src/index.js";
import { claimsOn } from "./claims.js";
import { silenceMeansYes } from "./controls.js";
import type { FaultResult, Guard } from "./fault-result.js";
import { storeOn, withTwoClients } from "./lost-writes.js";
import { type Actor, actorOn, Ledger } from "./operations.js";
import { startProxy } from "./proxy.js";

interface Scenario {
  readonly guard: Guard;
  readonly operations: number;
}

const leaseMs = 1_000;

/** Far shorter than the lease, so that no claim lapses while Redis is stopped, however busy the machine is. */
const pauseMs = 600;
const leaseOverPauseMs = 5_000;

/**
 * Redis is stopped while two processes confirm the same tokens. The control takes silence for a yes.
 *
 * A claim may be accepted after its caller gave up: nothing starts then, and when its lease ends the operation is in doubt.
 */
export async function pausedRedis({ guard, operations }: Scenario): Promise<FaultResult> {
  const server = await startRedis();
  return withTwoClients(server.port, server.stop, async (...clients) => {
    const ledger = new Ledger();
    ledger.release();
    const actors = clients.map((client) => {
      const store = redisStore({ client, commandTimeoutMs: 150, acceptUnsafe: ["no_append_only_file"] });
      return actorOn(guard === "on" ? store : silenceMeansYes(store), ledger, { leaseMs: leaseOverPauseMs });
    }) as [Actor, Actor];
    const tokens = await issued(actors[0], operations);
    await actors[1].issue(operations);
    server.pause();
    const confirms = tokens.flatMap((token, number) => actors.map((actor) => actor.confirm(number, token)));
    await sleep(pauseMs);
    server.resume();
    await Promise.all(confirms);
    const lasts = await Promise.all(tokens.map((token, number) => actors[1].settled(number, token)));
    // What took effect, and no caller can ever hear of.
    const isLost = (number: number) => ledger.starts.has(number) && lasts[number]?.body.status !== "ok";
    return {
      injected: operations,
      doubled: ledger.doubled,
      lost: tokens.filter((_, number) => isLost(number)).length,
      inDoubt: lasts.filter(({ replayed }) => !replayed).length,
    };
  });
}

/**
 * Every reply to a claim is cut off, so that it is committed and its caller hears an error. The control asks again
 * through another process, which does not recognise the claim as its own.
 */
export async function cutReplies({ guard, operations }: Scenario): Promise<FaultResult> {
  const server = await startRedis();
  const proxy = await startProxy(server.port);
  const stop = async () => {
    proxy.close();
    await server.stop();
  };
  return withTwoClients(proxy.port, stop, async (...clients) => {
    const ledger = new Ledger();
    ledger.release();
    const [own, other] = clients.map((client) => actorOn(storeOn(client, "on"), ledger, { leaseMs })) as [Actor, Actor];
    const tokens = await issued(own, operations);
    await other.confirm(operations, await own.issue(operations)); // Redis knows every script now: a claim is one command
    proxy.cutsReplies = true;
    await Promise.all(tokens.map((token, number) => own.attempt(number, token)));
    const claimed = await claimsOn(server);
    proxy.cutsReplies = false;
    const again = guard === "on" ? own : other;
    const heard = await Promise.all(tokens.map((token, number) => again.confirm(number, token)));
    const lasts = await Promise.all(tokens.map((token, number) => other.confirm(number, token)));
    return {
      injected: claimed,
      doubled: ledger.doubled,
      lost: heard.filter(
        ({ status, body }, number) => status === "ok" && JSON.stringify(body) !== JSON.stringify(lasts[number]?.body),
      ).length,
      inDoubt: lasts.filter(({ replayed }) => !replayed).length,
    };
  });
}

const issued = (actor: Actor, operations: number) =>
  Promise.all(Array.from({ length: operations }, (_, number) => actor.issue(number)));
