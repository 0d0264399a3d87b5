import type { Change } from "../observe/change.js";
import type { Observer } from "../observe/observer.js";
import { changesBetween, lookOn, type SettleOptions, settled, type Views } from "../observe/settled.js";
import type { Outcome } from "../subject/outcome.js";
import type { Args, Connection, Subject } from "../subject/subject.js";
import type { Step } from "./observed.js";

/** Thrown inside one tool's matrix; ends it, and is told in the report. */
export class LimitReached extends Error {}

export interface BenchOptions {
  readonly subject: Subject;
  readonly observers: readonly Observer[];
  readonly reset: (() => Promise<void>) | undefined;
  readonly settle: SettleOptions;
  /** Counts a call; throws LimitReached. */
  readonly spend: () => void;
}

/** So much longer than `settleMs` is the first call watched, to learn how late this tool's work comes. */
const learningLooks = 10;

/** Where calls are made and watched, one after the other. */
export interface Bench {
  readonly incomplete: ReadonlySet<string>;
  /** Observers that did not come to rest while nothing was called. */
  readonly noisy: ReadonlySet<string>;
  /** Back to the first state. */
  fresh(): Promise<void>;
  /** What changed since `fresh`. */
  net(): readonly Change[];
  /** Waits until nothing changes any more; what came late belongs to the last step. */
  rest(): Promise<void>;
  step(label: string, args: Args, act: (bench: Bench) => Promise<readonly Outcome[]>): Promise<Step>;
  call(tool: string, args: Args): Promise<Outcome>;
  /** A client of its own, to be had before a step; it is closed after its case. */
  another(): Promise<Connection>;
  close(): Promise<void>;
}

export function openBench(options: BenchOptions): Bench {
  const { subject, observers, settle, reset, spend } = options;
  const incomplete = new Set<string>();
  const noisy = new Set<string>();
  let connection: Connection | undefined;
  let others: Connection[] = [];
  let isNewClient = false; // what a server does for a new client is no call's effect
  let [start, now]: [Views, Views] = [[], []];
  let last: { changes: Change[] } | undefined; // the step that late effects belong to

  let settleMs = settle.settleMs;
  let isLagKnown = false;

  const quiet = async (from?: Views) => {
    const told = await settled(observers, { ...settle, settleMs }, noisy, from);
    for (const view of told.views) if (view.incomplete !== undefined) incomplete.add(view.incomplete);
    return told;
  };
  const connect = async () => {
    connection = await subject.connect();
    isNewClient = true;
    return connection;
  };
  /** Between two cases, where it is nobody's effect if a server writes down that its client went. */
  const endOthers = async () => {
    const ended = others;
    others = [];
    await Promise.allSettled(ended.map((each) => each.close()));
  };
  /** Nothing is called meanwhile, so that what never rests is nobody's. */
  const idle = async (from?: Views) => {
    const { views, restless } = await quiet(from);
    for (const name of restless) noisy.add(name);
    return views;
  };
  /** A queue's work may come when its call has long been answered: from then on every call is given that long. */
  const learnLag = async (views: Views) => {
    isLagKnown = true;
    const on = await lookOn(observers, views, { settleMs: settleMs * 2, looks: learningLooks / 2 }, noisy);
    settleMs += on.lagMs;
    return on.views;
  };
  const bench: Bench = {
    incomplete,
    noisy,
    async fresh() {
      if (connection !== undefined) await bench.rest();
      const isAsBefore = connection !== undefined && bench.net().length === 0;
      last = undefined;
      await endOthers();
      if (reset !== undefined && !isAsBefore) {
        await connection?.close();
        connection = undefined; // what the server keeps in memory starts anew too
        await reset();
      }
      if (connection === undefined) await connect();
      start = await idle();
      now = start;
      isNewClient = false;
    },
    net: () => changesBetween(observers, start, now),
    async rest() {
      const views = await idle(now);
      last?.changes.push(...changesBetween(observers, now, views));
      now = views;
    },
    async step(label, args, act) {
      if (last !== undefined) await bench.rest(); // right after `fresh` nothing was called that could come late
      if (connection === undefined) await connect();
      if (isNewClient) now = await idle();
      isNewClient = false;
      const before = now;
      const outcomes = await act(bench);
      const after = await quiet(before);
      now = outcomes.length > 0 && !isLagKnown ? await learnLag(after.views) : after.views;
      const changes = [...changesBetween(observers, before, now)];
      const step = { label, args, outcomes, settled: after.settled, changes };
      last = step;
      return step;
    },
    async call(tool, args) {
      spend();
      const used = connection ?? (await connect());
      const outcome = await used.call(tool, args);
      if (outcome.kind === "lost" && connection === used) {
        connection = undefined; // the next call is another client's
        await used.close().catch(() => {});
      }
      return outcome;
    },
    async another() {
      spend();
      isNewClient = true;
      const other = await subject.connect();
      others.push(other);
      return other;
    },
    async close() {
      await endOthers();
      await connection?.close();
    },
  };
  return bench;
}
