// The public API of the MCP adapter. Any new name here is a promise.
export type { Tier2ToolConfig } from "./callback-tool.js";
export { type Extra, mcpExtra } from "./extra.js";
export type { Guard } from "./guard.js";
export { type GuardedTools, type GuardServerOptions, guardServer } from "./guard-server.js";
export type { Identify } from "./identify.js";
export { type RegisterTier2ToolOptions, registerTier2Tool } from "./register-tier2-tool.js";
export type { ToolParams, ToolSchema } from "./tool-schema.js";
