import { AsyncLocalStorage } from "node:async_hooks";
import {
  createEngine,
  nodePlatform,
  type Reply,
  type Requester,
  type Store,
  type Tier2Engine,
  Tier2Error,
  type Tier2Options,
  type Tier2Tool,
} from "@holdpoint/tier2-core";
import type { ManualClock } from "./manual-clock.js";

/** What a call rejects with when its process was made to die. */
export class Crashed extends Error {
  override readonly name = "Crashed";
}

/** One life of a process: an engine whose connection to the store, timers and voice end when the process dies. */
export interface TestProcess {
  readonly engine: Tier2Engine;
  readonly tools: ReadonlySet<Tier2Tool>;
  call(tool: Tier2Tool, args: unknown, requester: Requester): Promise<Reply>;
  dieAtEndOfHandler(onDeath: () => void): void;
}

/** How far the operation has come in whose async context the store is asked. */
const operation = new AsyncLocalStorage<{ handlerStarted: boolean }>();

export function startProcess(options: Tier2Options, clock: ManualClock, known: Iterable<Tier2Tool> = []): TestProcess {
  const tools = new Set<Tier2Tool>([...(options.tools ?? []), ...known]);
  let dead = false;
  let onDeath: (() => void) | undefined;
  let reject: (error: Crashed) => void = () => {};
  const death = new Promise<never>((_, fail) => {
    reject = fail;
  });
  death.catch(() => {}); // a process without open calls dies unheard

  function die(): void {
    dead = true;
    onDeath?.();
    reject(new Crashed("The process died at the end of the handler, before its outcome was recorded."));
  }

  /** The outcome of a handler is the swap after which its record is no longer listed. */
  const mortal = (store: Store): Store => ({
    name: store.name,
    insert: (id, write) => alive(() => store.insert(id, write)),
    swap: (id, tag, write, condition) => {
      if (onDeath !== undefined && !dead && !write.listed && operation.getStore()?.handlerStarted) die();
      return alive(() => store.swap(id, tag, write, condition));
    },
    get: (id) => alive(() => store.get(id)),
    list: (kind, page) => alive(() => store.list(kind, page)),
    sweep: (page) => alive(() => store.sweep(page)),
  });

  async function alive<T>(work: () => Promise<T>): Promise<T> {
    if (dead) throw new Tier2Error("store_unavailable", "This process is dead.");
    return work();
  }

  /** Whoever waits for a process that dies hears so. */
  const mourned = <T>(handlerStarted: boolean, work: () => Promise<T>): Promise<T> =>
    Promise.race([operation.run({ handlerStarted }, work), death]);

  const after = (delayMs: number, run: () => void) =>
    clock.after(delayMs, () => {
      if (!dead) run();
    });

  const engine = createEngine(
    {
      // Tests define their tools as they use them.
      toolsLater: "any",
      ...options,
      // Of two fixtures with one name the one seen last reconciles.
      tools: [...new Map([...tools].map((tool) => [tool.name, tool])).values()],
      store: mortal(options.store),
      onEvent: (event) => {
        if (!dead) options.onEvent?.(event);
      },
      async journal(event, within) {
        await options.journal?.(event, within);
        // The intent is the last thing that is asked before the handler.
        const current = operation.getStore();
        if (event.type === "intent" && current) current.handlerStarted = true;
      },
    },
    {
      ...nodePlatform,
      wallMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      after,
      inBackground: after,
    },
  );
  const mortalEngine: Tier2Engine = {
    ...engine,
    call: (tool, args, context) => {
      tools.add(tool);
      return mourned(false, () => engine.call(tool, args, context));
    },
    issueToken: (a) => mourned(false, () => engine.issueToken(a)),
    consumeToken: (a) => mourned(false, () => engine.consumeToken(a)),
    recordCompletion: (token, result) => mourned(true, () => engine.recordCompletion(token, result)),
  };

  return {
    engine: mortalEngine,
    tools,
    call: (tool, args, requester) => mortalEngine.call(tool, args, { requester }),
    dieAtEndOfHandler(then) {
      onDeath = then;
    },
  };
}
