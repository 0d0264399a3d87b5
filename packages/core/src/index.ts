// The public API of core. Any new name here is a promise.

export type {
  ApprovalRequest,
  ApprovalStatus,
  BreakGlass,
  Previous,
  Retracted,
  Spent,
  Vote,
} from "./approval/approval.js";
export type {
  Approval,
  ApprovalAction,
  Approvals,
  Approver,
  CannotDecide,
  Decided,
  Decision,
  InDoubt,
  NotSettled,
  Operations,
  Settled,
} from "./approval/approvals.js";
export { peoplesKinds } from "./approval/kinds.js";
export {
  type Category,
  type Classification,
  type Classified,
  categories,
  classify,
  type Discloses,
  type Hints,
  type Mutates,
} from "./classification/classification.js";
export { collectionOf, createTier2, nodePlatform } from "./create-tier2.js";
export type { Elicit, Elicited } from "./elicitation/elicit.js";
export type { ClientAnswer, ElicitationOutcome } from "./elicitation/outcome.js";
export type { Question } from "./elicitation/question.js";
export type { Retype } from "./elicitation/retype.js";
export type { CallContext } from "./engine/call.js";
export type { CheckpointStep } from "./engine/checkpoint-step.js";
export type { Checks, EnforcedBy, Under } from "./engine/checks.js";
export type { Consumed, ConsumeToken, ContractFunctions, IssueToken } from "./engine/contract-types.js";
export { createEngine, type Tier2Engine } from "./engine/engine.js";
export type { ErrorFacts } from "./engine/error-facts.js";
export type { CallStep, Tier2Event } from "./engine/events.js";
export type { Foreseen, Foresight } from "./engine/foresee.js";
export type { Commitments, Hooks, JournalContext, Tier2Options } from "./engine/options.js";
export type { Proposed } from "./engine/proposed.js";
export { NotExecuted, Tier2Error, type Tier2ErrorCode } from "./errors.js";
export type { JsonSchema } from "./listing/json-schema.js";
export { listedInput } from "./listing/listed-input.js";
export { listedOutput } from "./listing/listed-output.js";
export { describeTool } from "./listing/protocol-note.js";
export { canonicalJson } from "./params/canonical-json.js";
export type {
  AtDeadline,
  Bind,
  Checkpoint,
  Policy,
  PolicyFacts,
  PolicyRef,
  PolicyScope,
  Validity,
} from "./policy/policy.js";
export type { Progress } from "./policy/quorum.js";
export { readPolicies } from "./policy/read-policies.js";
export type { Panel, Requirement } from "./policy/requirement.js";
export type { Cancel, Platform } from "./ports.js";
export type { Requester } from "./requester.js";
export type { FirstWrite, Insert, Page, Store, StoredRecord, Swap, SwapCondition, Write } from "./store.js";
export type { Level, Tier } from "./tier.js";
export { defineTier2Tool } from "./tool/define-tool.js";
export type {
  ExecuteContext,
  HookContext,
  PreviewContext,
  ReconcileContext,
  Resolvers,
  Stored,
  Tier2Tool,
  Tier2ToolDefinition,
} from "./tool/definition.js";
export { demandNamedSecrets } from "./tool/demand-named-secrets.js";
export type { ToolSummary } from "./tool/judge-tool.js";
export type { Collection, DataClassification, Instant, Material, Money, Reversibility } from "./tool/material.js";
export {
  type Done,
  type Preview,
  type Reconciled,
  type Refused,
  refuse,
  type Verbatim,
  verbatim,
} from "./tool/outcome.js";
export type { AnySchema, ArgsOf, ParamsOf, StandardSchema } from "./tool/standard-schema.js";
export type { Transaction, TransactionalStore, TransactionLimits } from "./transactional-store.js";
export type { ApprovalMeta, ApprovalPending } from "./wire/approval-pending.js";
export type { ConfirmationRequired, Envelope, Ok, Rejected } from "./wire/envelope.js";
export { type Detail, type Reason, reasons } from "./wire/reasons.js";
export type { Answer, Reply } from "./wire/reply.js";
export { type HttpReply, type HttpStatus, toHttp } from "./wire/to-http.js";
export { type ToolResult, toToolResult } from "./wire/to-tool-result.js";
export { wireMaterial } from "./wire/wire-material.js";
