import { NotExecuted, type Reply, refuse, type Store } from "@holdpoint/tier2-core";
import type fc from "fast-check";
import type { Intercept } from "./connection.js";
import { fooTool } from "./foo-tool.js";
import { aWorld, outcomeOf, type Process } from "./world.js";

/** One run of the property: everything that is left to chance. */
export interface Chances {
  /** Which of the two processes each confirm call goes to. */
  readonly calls: readonly (0 | 1)[];
  readonly handler: "succeeds" | "throws" | "throws after its effect" | "refuses" | "says NotExecuted";
  /** Does the tool have a system of record to ask? It knows the effect, and nothing of what is still running. */
  readonly reconciles: boolean;
  /** What becomes of the store's successive requests and replies; those beyond the list arrive. */
  readonly network: readonly ("arrives" | "request lost" | "reply lost")[];
  /** How far the clock moves between two steps. */
  readonly pausesMs: readonly number[];
}

/** What can be said of the run afterwards. */
export interface Outcome {
  readonly starts: number;
  readonly effects: number;
  readonly replies: readonly Reply[];
  /** What a third process hears when all is quiet and every lease has lapsed. */
  readonly last: Reply;
}

/** Makes a worse store of a good one. */
export type Faulty = (store: Store, s: fc.Scheduler) => Store;

const tooManySteps = 5_000;
const leastIdleMs = 10;
/** How often a caller repeats a call that the store did not answer. */
const mostRepeats = 3;
const dayMs = 86_400_000;

/** Lets two processes confirm one token on one store, in the order that the scheduler finds. */
export async function play(s: fc.Scheduler, chances: Chances, faulty: Faulty): Promise<Outcome> {
  const world = aWorld();
  let effects = 0;
  const foo = fooTool({
    async execute() {
      await s.schedule(Promise.resolve(), "handler");
      if (chances.handler === "refuses") return refuse("no");
      if (chances.handler === "says NotExecuted") throw new NotExecuted("no");
      if (chances.handler === "throws") throw new Error("boom");
      effects += 1;
      await s.schedule(Promise.resolve(), "after the effect");
      if (chances.handler === "throws after its effect") throw new Error("boom");
      return { message: "deleted" };
    },
    ...(chances.reconciles && {
      reconcile: () => (effects > 0 ? { outcome: "completed", message: "deleted" } : { outcome: "unknown" }),
    }),
  });

  let request = 0;
  const unreliable: Intercept = async ({ method }, apply) => {
    const fate = chances.network[request++] ?? "arrives";
    await s.schedule(Promise.resolve(), `${method} request`);
    if (fate === "request lost") throw new Error("request lost");
    const answer = await apply();
    await s.schedule(Promise.resolve(), `${method} reply`);
    if (fate === "reply lost") throw new Error("reply lost");
    return answer;
  };
  const processOf = (): Process =>
    world.process({
      store: faulty(world.store, s),
      leaseMs: 3_000,
      storeTimeoutMs: 5_000,
      waitForCompletionMs: 2_000,
      // Longer than a run, so that what is told of an operation never fades.
      ttlMs: dayMs,
      retentionMs: dayMs,
    });
  const processes = [processOf(), processOf()] as const;
  const confirm_token = await processes[0].preview(foo.tool, { id: 7 });
  const confirm = (process: Process) => process.call(foo.tool, { id: 7, confirm_token });

  for (const { connection } of processes) connection.intercept = unreliable;
  let open = chances.calls.length;
  const ended = () => {
    open -= 1;
  };
  const replies: Reply[] = [];
  const insist = async (process: Process) => {
    for (let times = 0; times < mostRepeats; times += 1) {
      const reply = await confirm(process);
      replies.push(reply);
      if (outcomeOf(reply) !== "store_unavailable") return;
    }
  };
  const calls = chances.calls.map((which) => insist(processes[which]).finally(ended));
  for (let step = 0; open > 0 || s.count() > 0; step += 1) {
    if (step > tooManySteps) throw new Error(`${open} calls never end`);
    const pauseMs = chances.pausesMs[step % chances.pausesMs.length] ?? 0;
    const isIdle = s.count() === 0;
    if (!isIdle) await s.waitOne();
    await world.clock.advance(isIdle ? Math.max(pauseMs, leastIdleMs) : pauseMs);
  }
  await Promise.all(calls);
  for (const process of processes) process.die();
  await world.clock.advance(60_000);
  return { starts: foo.starts.length, effects, replies, last: await confirm(world.process()) };
}
