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
  /** How long after a time-out the outcome may take to be known, in milliseconds. Default 10 000. */
  readonly settleWithinMs: number;
}

export const defaultSizes: Sizes = {
  operations: 200,
  firstCalls: 64,
  rounds: 10,
  persistMs: 500,
  settleWithinMs: 10_000,
};
