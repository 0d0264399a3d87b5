import { AsyncLocalStorage } from "node:async_hooks";
import type { Reply } from "@holdpoint/tier2-core";
import type { ProtocolKeys } from "../protocol-keys.js";

/** What the SDK hands to a handler beside the request, as far as it is used here. */
export interface SdkContext {
  readonly mcpReq?: { readonly signal?: AbortSignal };
}

/** One call of a guarded tool, from the server's handler to the guarded method. */
export interface McpCall {
  readonly keys: ProtocolKeys;
  readonly sdk: SdkContext;
  /** What the engine said, once it has. */
  reply?: Reply;
}

const calls = new AsyncLocalStorage<McpCall>();

export const withinMcpCall = <T>(call: McpCall, run: () => T): T => calls.run(call, run);

export const mcpCall = (): McpCall | undefined => calls.getStore();
