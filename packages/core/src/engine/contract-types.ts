import type { Reason } from "../wire/reasons.js";
import type { ToolResult } from "../wire/to-tool-result.js";

export interface IssueToken {
  tokenId: string;
  toolName: string;
  params: object;
  preview?: object;
}

export interface ConsumeToken {
  confirm_token: string;
  tokenId: string;
  toolName: string;
  params: object;
}

/** `completed` is the recorded result: return it and run nothing. */
export type Consumed =
  // biome-ignore lint/suspicious/noExplicitAny: whatever was given to recordCompletion
  | { ok: true; operation_id: string; completed?: any }
  | { ok: false; reason: Reason; detail?: string; retry_after_ms?: number };

export interface ContractFunctions {
  /** Stores a proposal; answers its single-use confirm token. @throws Tier2Error `invalid_setup` without a tokenId */
  issueToken(a: IssueToken): Promise<string>;
  /** Takes the one claim of a token, or says why not. */
  consumeToken(a: ConsumeToken): Promise<Consumed>;
  /** Records the result of a claimed operation for replays. Call it after the commit. */
  recordCompletion(confirm_token: string, result: object): Promise<void>;
  previewResponse(a: { tool: string; summary: string; preview: object; token: string }): ToolResult;
  doneResponse(a: { tool: string; message: string; details?: object }): ToolResult;
  rejectionResponse(a: { tool: string; reason: Reason; detail?: string; retry_after_ms?: number }): ToolResult;
  okText(payload: object): ToolResult;
}
