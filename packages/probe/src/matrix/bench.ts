import type { Change } from "../observe/change.js";
import type { Observer } from "../observe/observer.js";
import { changesBetween, look, type SettleOptions, settled, type Views } from "../observe/settled.js";
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

/** Where calls are made and watched, one after the other. */
export interface Bench {
  readonly incomplete: ReadonlySet<string>;
  /** Back to the first state. */
  fresh(): Promise<void>;
  /** What changed since `fresh`. */
  net(): readonly Change[];
  step(label: string, args: Args, act: (bench: Bench) => Promise<readonly Outcome[]>): Promise<Step>;
  call(tool: string, args: Args): Promise<Outcome>;
  /** A client of its own, for one use. */
  another(): Promise<Connection>;
  close(): Promise<void>;
}

export function openBench(options: BenchOptions): Bench {
  const { subject, observers, settle, reset, spend } = options;
  const incomplete = new Set<string>();
  let connection: Connection | undefined;
  let [start, now]: [Views, Views] = [[], []];
  let last: { changes: Change[] } | undefined; // the step that late effects belong to

  const quiet = async () => {
    const { views, settled: isSettled } = await settled(observers, settle);
    for (const view of views) if (view.incomplete !== undefined) incomplete.add(view.incomplete);
    return { views, isSettled };
  };
  const noteLate = async () => {
    const views = await look(observers);
    last?.changes.push(...changesBetween(observers, now, views));
    now = views;
  };
  const bench: Bench = {
    incomplete,
    async fresh() {
      if (connection !== undefined) await noteLate();
      const isAsBefore = connection !== undefined && bench.net().length === 0;
      last = undefined;
      if (reset !== undefined && !isAsBefore) {
        await connection?.close();
        connection = undefined; // what the server keeps in memory starts anew too
        await reset();
      }
      connection ??= await subject.connect();
      start = (await quiet()).views;
      now = start;
    },
    net: () => changesBetween(observers, start, now),
    async step(label, args, act) {
      await noteLate();
      const before = now;
      const outcomes = await act(bench);
      const after = await quiet();
      const changes = [...changesBetween(observers, before, after.views)];
      const step = { label, args, outcomes, settled: after.isSettled, changes };
      now = after.views;
      last = step;
      return step;
    },
    async call(tool, args) {
      spend();
      connection ??= await subject.connect();
      const used = connection;
      const outcome = await used.call(tool, args);
      if (outcome.kind === "lost" && connection === used) {
        connection = undefined; // the next call is another client's
        await used.close().catch(() => {});
      }
      return outcome;
    },
    async another() {
      spend();
      return subject.connect();
    },
    close: async () => connection?.close(),
  };
  return bench;
}
