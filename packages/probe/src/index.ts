export type { Leak } from "./disclose/scan.js";
export type { Disclosure, Flag } from "./judge/disclosure.js";
export type { Found, Verdict } from "./judge/finding.js";
export type { Behaviour, Proposal } from "./judge/propose.js";
export type { Remedies } from "./judge/remedies.js";
export type { RequestId } from "./judge/request-id.js";
export { type CaseName, cases } from "./matrix/cases.js";
export type { Limits, ProbeOptions, ToolPlan } from "./matrix/options.js";
export type { Change, ChangeKind } from "./observe/change.js";
export { type DirectoryOptions, directory, disposableFile } from "./observe/directory.js";
export type { Bearing, Effect } from "./observe/effect.js";
export { auditEvents, type EventsOptions, eventsObserver, linesOf, printedLines } from "./observe/events.js";
export { forwardProxy, type ProxyOptions } from "./observe/forward-proxy.js";
export { type HttpCaptureOptions, httpCapture } from "./observe/http-capture.js";
export { mailCapture } from "./observe/mail.js";
export { type NumberOptions, numberObserver, queueDepth, usageCounter } from "./observe/number.js";
export type { Observer, Seen, Snapshot } from "./observe/observer.js";
export type { Outgoing } from "./observe/outgoing.js";
export {
  disposableComment,
  type PostgresClient,
  type PostgresOptions,
  postgresSchema,
} from "./observe/postgres-schema.js";
export { disposableKey, type RedisClient, type RedisOptions, redisKeyspace } from "./observe/redis-keyspace.js";
export { openPlan } from "./plan/open-plan.js";
export type { ObserverPlan, Plan, PlannedTool } from "./plan/plan.js";
export { readPlan } from "./plan/read-plan.js";
export { probe } from "./probe.js";
export { type Baseline, baselineOf, type Drift, driftFrom, readBaseline } from "./report/baseline.js";
export { exitCodeOf, exitCodes } from "./report/exit-code.js";
export { toJunit } from "./report/junit.js";
export { toMarkdown } from "./report/markdown.js";
export type { Evidence, Judgement, Report, ToolReport } from "./report/report.js";
export { toTerminal } from "./report/terminal.js";
export type { CallOptions } from "./subject/client.js";
export type { Annotations, Claim, Claims, HintName } from "./subject/hints.js";
export type { Outcome } from "./subject/outcome.js";
export { type StdioOptions, stdioSubject } from "./subject/stdio.js";
export { type HttpSubjectOptions, httpSubject } from "./subject/streamable-http.js";
export type { Args, Connection, JsonSchema, Subject, Tool } from "./subject/subject.js";
