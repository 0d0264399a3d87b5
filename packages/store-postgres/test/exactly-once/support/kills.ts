import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "../../support/clients.js";
import { type Answer, Payer } from "./child.js";

export interface Kills {
  readonly url: string;
  /** How many calls are to be killed before they answer. Those that answer first come on top of it. */
  readonly kills: number;
  readonly seed: number;
  /** Off: the control. Consume, effect and completion are three transactions. */
  readonly guard: boolean;
}

/** What an independent table of effects, and the answers to the retries, say about the killed calls. */
export interface Tally {
  readonly calls: number;
  /** Calls that were killed before they answered. */
  readonly killed: number;
  /** Of these, calls whose effect was there already when they were killed, and calls whose was not. */
  readonly killedAfterEffect: number;
  readonly killedBeforeEffect: number;
  readonly doubled: number;
  /** Calls that were told "ok" and have no effect. */
  readonly lost: number;
  readonly inDoubt: number;
}

/** A small generator of random numbers in [0, 1) that the same seed makes say the same (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The lease of the control: a call that was killed is in doubt once it has lapsed. */
const leaseMs = 300;

/**
 * Kills a process at a random instant of each call, repeats that call from another process until it has an answer, and
 * counts the effects. For tests, and for whoever wants more of them.
 */
export async function killRuns({ url, kills, seed, guard }: Kills): Promise<Tally> {
  const { run, schema, end } = await openPool(url);
  await run(`create table "${schema}".effect (operation_id text not null)`);
  const options = { url, schema, guard, leaseMs: guard ? 60_000 : leaseMs };
  const random = seeded(seed);
  const steady = await Payer.start(options);
  let next = Payer.start(options);
  let [killed, killedAfterEffect, inDoubt] = [0, 0, 0];
  const settled: string[] = [];
  let calls = 0;
  for (; killed < kills; calls += 1) {
    const victim = await next;
    next = Payer.start(options);
    const callMs = await durationOf(victim, calls);
    const preview = (await steady.call({ id: calls })) as Answer;
    const operation = preview.operationId as string;
    const confirm = { id: calls, confirm_token: preview.body.confirm_token };
    const call = victim.call(confirm);
    const delayMs = random() * 1.2 * callMs;
    // A sleep takes at least a millisecond, so the shortest ones are turns of the event loop.
    await (delayMs < 1 ? new Promise((resolve) => setImmediate(resolve)) : sleep(delayMs));
    await victim.kill();
    if ((await call) === undefined) {
      killed += 1;
      if (((await countEffects(run, schema)).get(operation) ?? 0) > 0) killedAfterEffect += 1;
    }
    if ((await answerOf(steady, confirm)) === "ok") settled.push(operation);
    else inDoubt += 1;
  }
  await (await next).kill();
  await steady.kill();
  const counts = await countEffects(run, schema);
  await end();
  return {
    calls,
    killed,
    killedAfterEffect,
    killedBeforeEffect: killed - killedAfterEffect,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    lost: settled.filter((operation) => !counts.has(operation)).length,
    inDoubt,
  };
}

/** How long a call of this process takes, by one that is left to end. */
async function durationOf(payer: Payer, index: number): Promise<number> {
  const args = { warm: index };
  const preview = (await payer.call(args)) as Answer;
  const startedMs = performance.now();
  await payer.call({ ...args, confirm_token: preview.body.confirm_token });
  return performance.now() - startedMs;
}

async function countEffects(run: (text: string) => Promise<readonly Record<string, unknown>[]>, schema: string) {
  const rows = await run(`select operation_id, count(*)::int as n from "${schema}".effect group by operation_id`);
  return new Map(rows.map(({ operation_id: operation, n }) => [operation as string, n as number]));
}

/** What the same call comes to, repeated as its answers ask for. */
async function answerOf(payer: Payer, args: object): Promise<"ok" | "in doubt"> {
  for (;;) {
    const answer = await payer.call(args);
    if (answer?.body.status === "ok") return "ok";
    const { reason, detail } = answer?.body ?? {};
    if (detail === "in_doubt") return "in doubt";
    if (detail !== "in_flight" && detail !== "rolled_back") throw new Error(`A retry heard ${reason}, ${detail}.`);
    await sleep(20);
  }
}
