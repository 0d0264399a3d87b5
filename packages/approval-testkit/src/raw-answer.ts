import type { Arguments } from "./subject.js";

/** A result of an MCP tool call, as a client gets it. */
export interface McpAnswer {
  readonly via: "mcp";
  readonly result: {
    readonly content?: readonly unknown[] | undefined;
    readonly structuredContent?: unknown;
    readonly isError?: boolean | undefined;
    readonly _meta?: unknown;
  };
}

/** A response, as `fetch` gets it. */
export interface HttpAnswer {
  readonly via: "http";
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; text that is none stays a text. */
  readonly body: unknown;
}

/** What came back over the wire, before anybody reads it. */
export type RawAnswer = McpAnswer | HttpAnswer;

/** One client's way to a tool, already authenticated. */
export type WayToCall = (tool: string, args: Arguments) => Promise<RawAnswer>;
