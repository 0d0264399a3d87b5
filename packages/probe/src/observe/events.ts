import fs from "node:fs/promises";
import type { Effect } from "./effect.js";
import type { Observer, Seen } from "./observer.js";

export interface EventsOptions {
  readonly name: string;
  readonly watches: string;
  readonly effect: Effect;
  /** All of them since the beginning, oldest first. */
  read(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Watches what only ever grows: each event is a record of its own. */
export function eventsObserver({ name, watches, effect, read }: EventsOptions): Observer {
  return {
    name,
    watches,
    kind: "events",
    async snapshot() {
      const events = await read();
      return {
        records: new Map(events.map((value, index): [string, Seen] => [`${name}/${index + 1}`, { effect, value }])),
      };
    },
  };
}

export const auditEvents = (name: string, read: EventsOptions["read"]): Observer =>
  eventsObserver({ name, watches: `the audit events of ${name}`, effect: "trail", read });

/** Watches the lines of a file; one that is not there yet has none. */
export function linesOf(name: string, file: string, effect: Extract<Effect, "log" | "trail"> = "log"): Observer {
  return eventsObserver({
    name,
    watches: `the lines of ${file}`,
    effect,
    async read() {
      const text = await fs.readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      return text
        .split("\n")
        .filter(Boolean)
        .map((line) => ({ line }));
    },
  });
}

/** Watches lines as a program prints them: pass `add` to `stdioSubject` as its `onStderr`. */
export function printedLines(name = "stderr"): Observer & { add(text: string): void } {
  let text = "";
  const read = async () =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => ({ line }));
  const observer = eventsObserver({ name, watches: `what the server prints (${name})`, effect: "log", read });
  return {
    ...observer,
    add(more) {
      text += more;
    },
  };
}
