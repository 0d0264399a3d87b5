// The public API of the Nest adapter. Any new name here is a promise.
export { type Tier2Operation, tier2Operation, tier2Transaction } from "./call-scope.js";
export type { PreviewProvider } from "./guarded-method.js";
export type { DynamicToolGuard, GuardableStrategy, McpGuard } from "./mcp/mcp-options.js";
export { type MethodGuard, Tier2, type Tier2DecoratorOptions } from "./tier2.js";
export { Tier2Module, type Tier2ModuleAsyncOptions, type Tier2ModuleOptions } from "./tier2-module.js";
export type {
  NestTier2Options,
  PreviewAnswer,
  Tier2MethodOptions,
  Tier2OptionsFactory,
  Tier2Reconciler,
} from "./tier2-options.js";
export { Tier2Param } from "./tier2-param.js";
export { Tier2Refusal } from "./tier2-refusal.js";
export { Tier2Unguarded } from "./tier2-unguarded.js";
export { getTier2Token, InjectTier2 } from "./tokens.js";
