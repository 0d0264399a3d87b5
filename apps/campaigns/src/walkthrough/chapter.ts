import type { Tier2Options } from "@holdpoint/tier2-core";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Sql } from "../database/sql.js";
import type { Agent } from "./agent.js";
import type { Gate } from "./gate.js";
import type { Observe } from "./observe.js";
import type { OwnLog } from "./own-log.js";
import type { RunningServer } from "./running-server.js";
import type { Row } from "./table.js";

export interface Chapter {
  readonly title: string;
  play(stage: Stage): Promise<void>;
}

export type ServerSettings = Partial<Omit<Tier2Options, "store" | "server" | "onEvent" | "journal">>;

/** What a chapter has: a fresh database, servers of its own, and ways to tell and to check. */
export interface Stage {
  /** The example's data as delivered. What a chapter does here itself, somebody else did meanwhile. */
  readonly database: Sql;
  /** Writes the database as it is now into a new folder. */
  saveDatabase(folder: string): Promise<void>;
  /** Of all chapters so far. */
  readonly log: Pick<OwnLog, "folder" | "checkpoints" | "publicKey">;
  /** The reason of every refusal that an agent was shown so far, in all chapters. */
  readonly reasonsShown: ReadonlySet<string>;
  say(text: string): void;
  showExchange(sent: string, status: number, text: string): void;
  showJson(value: unknown): void;
  showLines(lines: readonly string[]): void;
  showTable(rows: readonly Row[]): void;
  /** Shows the value and compares it with what it must be, or must match. */
  expect(what: string, shown: unknown, expected: unknown): void;
  /** The same for what stands on the page already. */
  same(what: string, shown: unknown, expected: unknown): void;
  holds(what: string, isSo: boolean): void;
  /** Shows the database before and after. */
  readonly observe: Observe;
  /** The same for another database than the stage's own. */
  observeOn(sql: Sql): Observe;
  /** Starts the example's server on a free port of the loopback interface. */
  server(settings?: ServerSettings): Promise<RunningServer>;
  /** Connects an agent over any transport. `hasUser`: its client says that it can ask somebody. */
  connect(name: string, transport: Transport, hasUser?: boolean): Promise<Agent>;
  /** Done when the chapter ends, however it ends; the last one first. */
  atEnd(cleanUp: () => Promise<unknown>): void;
  /** Holds work up until it is opened; opened in any case when the chapter ends. */
  gate(): Gate;
}
