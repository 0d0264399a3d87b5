/** How much comes at once, where much comes at once. */
export interface Sizes {
  /** Operations under one grant. Default 200. */
  readonly operations: number;
  /** First calls for the same thing. Default 64. */
  readonly firstCalls: number;
  /** How often an allow meets a deny. Default 10. */
  readonly rounds: number;
  /** How long the agent goes on without anybody, in milliseconds. Default 500. */
  readonly persistMs: number;
}

export const defaultSizes: Sizes = { operations: 200, firstCalls: 64, rounds: 10, persistMs: 500 };
