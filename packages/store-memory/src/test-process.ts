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

/** One life of a process: an engine whose connection to the store ends when the process dies. */
export interface TestProcess {
  readonly engine: Tier2Engine;
  readonly tools: ReadonlySet<Tier2Tool>;
  call(tool: Tier2Tool, args: unknown, requester: Requester): Promise<Reply>;
  dieAtEndOfHandler(onDeath: () => void): void;
}

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

  /** The completion is the first swap to a record that is no longer listed: by then the handler has ended. */
  const mortal = (store: Store): Store => ({
    name: store.name,
    insert: (id, write) => alive(() => store.insert(id, write)),
    swap: (id, tag, write, condition) => {
      if (onDeath !== undefined && !dead && !write.listed) die();
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

  const engine = createEngine(
    {
      ...options,
      tools: [...tools],
      store: mortal(options.store),
      onEvent: (event) => {
        if (!dead) options.onEvent?.(event);
      },
    },
    {
      ...nodePlatform,
      wallMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      after: (delayMs, run) => clock.after(delayMs, run),
      inBackground: (delayMs, run) => clock.after(delayMs, run),
    },
  );

  return {
    engine,
    tools,
    call(tool, args, requester) {
      tools.add(tool);
      return Promise.race([engine.call(tool, args, { requester }), death]);
    },
    dieAtEndOfHandler(then) {
      onDeath = then;
    },
  };
}
