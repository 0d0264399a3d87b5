import type { Limits, ToolPlan } from "../matrix/options.js";

export type Command = readonly [program: string, ...args: string[]];

/** What an observer of a plan watches; exactly one of the first names says its kind. */
export type ObserverPlan =
  | { readonly directory: string; readonly ignore?: readonly string[] }
  | { readonly postgres: string; readonly schema?: string; readonly ignore?: readonly string[] }
  | { readonly redis: string; readonly prefix?: string }
  | { readonly http: true; readonly remoteWatched?: boolean }
  | { readonly proxy: true; readonly remoteWatched?: boolean }
  | { readonly mail: true }
  | { readonly lines: string; readonly means?: "log" | "trail" }
  | { readonly number: NumberSource; readonly means?: "work" | "usage" };

/** Where a number is read: the length of a Redis list, a Postgres query's first value, or a member of a JSON document. */
export type NumberSource =
  | { readonly redis: string; readonly list: string }
  | { readonly postgres: string; readonly query: string }
  | { readonly url: string; readonly member: string };

export type PlannedTool = Omit<ToolPlan, "downstream"> & { readonly downstream?: Command | "none" };

/** The file that `tier2-probe run` reads. */
export interface Plan {
  readonly disposable: true;
  readonly server: PlannedServer;
  readonly observers: Readonly<Record<string, ObserverPlan>>;
  readonly tools: Readonly<Record<string, PlannedTool>>;
  readonly reset?: Command;
  readonly limits?: Partial<Limits>;
  readonly settleMs?: number;
  readonly callTimeoutMs?: number;
  readonly bulkFrom?: number;
  readonly bulkRows?: number;
  /** Hosts besides this machine that it may reach. */
  readonly allowHosts?: readonly string[];
}

export type PlannedServer =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
