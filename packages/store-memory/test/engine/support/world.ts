import {
  type CallContext,
  createEngine,
  nodePlatform,
  type Platform,
  type Reply,
  type Requester,
  type Store,
  type Tier2Engine,
  type Tier2Event,
  type Tier2Options,
  type Tier2Tool,
} from "@holdpoint/tier2-core";
import { memoryStore } from "../../../src/index.js";
import { ManualClock } from "../../../src/testing.js";
import { away, type Connection, connectionTo } from "./connection.js";

export const alice: Requester = { tokenId: "alice", subject: "user:alice" };
export const mallory: Requester = { tokenId: "mallory", subject: "user:mallory" };

/** One store and one clock, which any number of processes share. */
export interface World {
  readonly clock: ManualClock;
  readonly store: Store;
  process(options?: Partial<Tier2Options>): Process;
  /** What the promise gives, while the clock moves on. */
  within<T>(ms: number, promise: Promise<T>): Promise<T>;
}

/** An engine with a connection of its own. */
export interface Process {
  readonly engine: Tier2Engine;
  readonly connection: Connection;
  readonly events: Tier2Event[];
  /** By alice, unless told otherwise. */
  call(tool: Tier2Tool, args: unknown, context?: Partial<CallContext>): Promise<Reply>;
  /** The first call; answers its confirm token. */
  preview(tool: Tier2Tool, args: object, context?: Partial<CallContext>): Promise<string>;
  /** From now on nothing it sends reaches the store. */
  die(): void;
  /** Its timers stand still, like those of a stopped process, until it resumes; then the overdue ones run. */
  pause(): void;
  resume(): void;
  told(type: Tier2Event["type"]): Tier2Event[];
}

/** Duplicates do not wait unless a test asks for it, since the clock stands still. */
export function aWorld(): World {
  const clock = new ManualClock();
  const store = memoryStore({ nowMs: () => clock.nowMs() });
  return {
    clock,
    store,
    process: (options = {}) => processIn(clock, store, options),
    within: async (ms, promise) => (await Promise.all([promise, clock.advance(ms)]))[0],
  };
}

function processIn(clock: ManualClock, store: Store, options: Partial<Tier2Options>): Process {
  const connection = connectionTo(options.store ?? store);
  const events: Tier2Event[] = [];
  let paused = false;
  const overdue: (() => void)[] = [];
  const after: Platform["after"] = (delayMs, run) =>
    clock.after(delayMs, () => {
      if (paused) overdue.push(run);
      else run();
    });
  const platform: Platform = {
    ...nodePlatform,
    wallMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs(),
    after,
    inBackground: after,
  };
  const engine = createEngine(
    {
      server: "shop",
      waitForCompletionMs: 0,
      onEvent: (event) => {
        events.push(event);
      },
      ...options,
      store: connection,
    },
    platform,
  );
  const call: Process["call"] = (tool, args, context) => engine.call(tool, args, { requester: alice, ...context });
  return {
    engine,
    connection,
    events,
    call,
    async preview(tool, args, context) {
      const { body } = await call(tool, args, context);
      if (body.status !== "confirmation_required") throw new Error(`No preview but ${JSON.stringify(body)}`);
      return body.confirm_token;
    },
    die() {
      connection.intercept = away;
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      for (const run of overdue.splice(0)) run();
    },
    told: (type) => events.filter((event) => event.type === type),
  };
}

/** "unknown_or_used/in_flight", "wrong_owner", or the status of an answer that is no refusal. */
export function outcomeOf({ body }: Pick<Reply, "body">): string {
  if (body.status !== "rejected") return body.status;
  return body.detail === undefined ? body.reason : `${body.reason}/${body.detail}`;
}
