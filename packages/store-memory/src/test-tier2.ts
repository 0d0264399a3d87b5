import type {
  AnySchema,
  ArgsOf,
  ConfirmationRequired,
  Reply,
  Requester,
  Tier2Engine,
  Tier2Event,
  Tier2Options,
  Tier2Tool,
} from "@holdpoint/tier2-core";
import { ManualClock } from "./manual-clock.js";
import { memoryStore } from "./memory-store.js";
import { startProcess, type TestProcess } from "./test-process.js";

export { Crashed } from "./test-process.js";

/** An engine for a user's own tests: on a memory store, under a clock that only the test moves. */
export interface TestTier2 {
  /** What the engine told so far, oldest first. */
  readonly events: readonly Tier2Event[];
  /** The engine itself, e.g. for the functions of hand-written handlers. */
  readonly engine: Tier2Engine;
  /** Where people decide about what the engine's policies ask for. */
  readonly approvals: Tier2Engine["approvals"];
  /** What is in doubt, for people. */
  readonly operations: Tier2Engine["operations"];
  /** Moves the clock; timers that fall due on the way run in order. */
  advance(by: { minutes?: number; ms?: number }): Promise<void>;
  /** The same world for another requester. */
  as(requester: Requester): TestTier2;
  /**
   * The process dies at the end of the next handler, before its outcome is recorded: that call rejects with
   * `Crashed`, and a new process goes on with the same store.
   */
  crashInExecute(): void;
  /** The first call. Throws if it is answered with anything but a preview. */
  preview<S extends AnySchema>(tool: Tier2Tool<S>, args: ArgsOf<S>): Promise<ConfirmationRequired>;
  /** Any call, as an adapter makes it. */
  call<S extends AnySchema>(tool: Tier2Tool<S>, args: ArgsOf<S> & { confirm_token?: string }): Promise<Reply>;
}

const minuteMs = 60_000;

/** Duplicates do not wait unless a test asks for it, since its clock stands still. */
export function testTier2(options: Partial<Tier2Options> = {}): TestTier2 {
  const clock = new ManualClock();
  const events: Tier2Event[] = [];
  const settings: Tier2Options = {
    store: memoryStore({ nowMs: () => clock.nowMs() }),
    server: "test",
    waitForCompletionMs: 0,
    ...options,
    onEvent(event) {
      events.push(event);
      options.onEvent?.(event);
    },
  };
  let current = startProcess(settings, clock);

  const as = (requester: Requester): TestTier2 => ({
    events,
    get engine() {
      return current.engine;
    },
    get approvals() {
      return current.engine.approvals;
    },
    get operations() {
      return current.engine.operations;
    },
    advance: ({ minutes = 0, ms = 0 }) => clock.advance(minutes * minuteMs + ms),
    as,
    crashInExecute() {
      const dying: TestProcess = current;
      dying.dieAtEndOfHandler(() => {
        if (current === dying) current = startProcess(settings, clock, dying.tools);
      });
    },
    async preview(tool, args) {
      const { body } = await current.call(tool, args, requester);
      if (body.status === "confirmation_required") return body;
      throw new Error(`No preview but ${JSON.stringify(body)}`);
    },
    call: (tool, args) => current.call(tool, args, requester),
  });
  return as({ tokenId: "test-token", subject: "user:test" });
}
