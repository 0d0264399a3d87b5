import type { Secret } from "../disclose/known-secrets.js";
import type { Outcome } from "./outcome.js";

/** JSON Schema, as a server lists it. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export type Args = Readonly<Record<string, unknown>>;

/** A tool as its server lists it. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** One client's connection to the server. */
export interface Connection {
  tools(): Promise<readonly Tool[]>;
  /** Never rejects for what a server answers, only for a world that is broken. */
  call(tool: string, args: Args): Promise<Outcome>;
  /** Sends the call and severs the connection once the server has shown that it received it. Of no use afterwards. */
  callAndCut(tool: string, args: Args): Promise<Outcome>;
  close(): Promise<void>;
}

/** The server under test. Each `connect` is a client of its own: over stdio also a process of its own. */
export interface Subject {
  /** How reports name it. */
  readonly name: string;
  /** What it was given and no report may show: values of its environment, its headers. */
  readonly secrets?: readonly Secret[];
  connect(): Promise<Connection>;
}
