/** 1 runs at once; 2 previews first. */
export type Tier = 1 | 2;

/**
 * The least confirmation that a tool accepts. L1: two steps in band, which stop a hallucinated first call.
 * L2: the client's user answers. L3: an approver out of the agent's reach. L4: two distinct approvers.
 */
export type Level = "L1" | "L2" | "L3" | "L4";
