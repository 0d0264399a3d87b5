import type { Approvals, Operations } from "../approval/approvals.js";
import type { Hints } from "../classification/classification.js";
import { Tier2Error } from "../errors.js";
import { catchAlls, coversAtOnce } from "../policy/covers.js";
import type { Platform } from "../ports.js";
import { type AnyDefinition, definitionOf } from "../tool/define-tool.js";
import type { Tier2Tool } from "../tool/definition.js";
import { definitionText } from "../tool/definition-text.js";
import { demandReachableLevel, summarize, type ToolSummary } from "../tool/judge-tool.js";
import type { Reply } from "../wire/reply.js";
import { approvalsOf } from "./approvals/decisions.js";
import { isUndecided } from "./ask-permission.js";
import { AskedBefore } from "./asked-before.js";
import { type CallContext, call } from "./call.js";
import type { Helpers } from "./claim.js";
import { contractFunctions } from "./contract-functions.js";
import type { ContractFunctions } from "./contract-types.js";
import { isCovered } from "./demand.js";
import { demandOpen } from "./demand-open.js";
import { type Foresight, foresee } from "./foresee.js";
import { makeParts } from "./make-parts.js";
import { demandNamedTools, tellUnknownTools } from "./named-tools.js";
import { operationsOf } from "./operations.js";
import type { Tier2Options } from "./options.js";
import { Settling } from "./settle.js";
import { Sweeper } from "./sweeper.js";
import { Turns } from "./turns.js";
import { Unanswered } from "./unanswered.js";
import { isRunning, Waiting } from "./wait.js";

/** What `createTier2` returns. */
export interface Tier2Engine extends ContractFunctions {
  /** One call of a tool: preview, execution or replay. Expected outcomes are values; it rejects only for broken worlds. */
  call(tool: Tier2Tool, args: unknown, context: CallContext): Promise<Reply>;
  /**
   * What this call would meet if it were made now: nothing is written or used by asking. It runs the tool's preview. For an
   * agent loop that keeps checkpoints; what it answers lets nothing through.
   *
   * @throws Tier2Error `store_unavailable`, and what the tool's preview throws
   */
  foresee(tool: Tier2Tool, args: unknown, context: CallContext): Promise<Foresight>;
  /**
   * Makes a tool known for reconciling and checks that it can run here. Adapters call it at registration. One engine is
   * one name space: of two tools with one name the later takes the earlier one's place, also for its open tokens.
   *
   * @throws Tier2Error `level_unavailable` or `invalid_setup`
   */
  register(tool: Tier2Tool): void;
  /** The tools known so far with their tiers; `because: "unclassified"` names those that nobody classified. */
  tools(): readonly ToolSummary[];
  /**
   * May a tool that nothing here previews run, as far as the policies go? For an adapter that lets some of its tools run
   * past the engine: where a policy may apply, nobody would be asked.
   */
  mayRunAtOnce(tool: string, hints?: Hints): boolean;
  /**
   * For an adapter that knows when all tools are defined: each tool that a policy names must be one. `later`: names that
   * may be defined afterwards, in place of the option `toolsLater`.
   *
   * @throws Tier2Error `invalid_setup`, with the place of every name that no tool has
   */
  demandNamedTools(later?: readonly string[]): void;
  /** Where people decide about what waits for them. */
  readonly approvals: Approvals;
  /** What nobody knows the outcome of, for people. */
  readonly operations: Operations;
  /** Runs by itself from the first token on. */
  readonly sweeper: Pick<Sweeper, "start" | "stop" | "sweep">;
  /** Refuses new calls, tells running handlers to stop, waits for them and records their outcomes. */
  close(): Promise<void>;
}

const isUnkeyed = ({ secretsKey }: Tier2Options, { secrets = [] }: AnyDefinition): boolean =>
  secretsKey === undefined && secrets.length > 0;

/** The engine on a given platform; `createTier2` gives it the default one. No I/O. */
export function createEngine(options: Tier2Options, platform: Platform): Tier2Engine {
  const parts = makeParts(options, platform);
  const settling = new Settling(parts);
  const helpers: Helpers = {
    settling,
    waiting: new Waiting(parts, isRunning(parts)),
    deciding: new Waiting(parts, isUndecided(parts)),
    unanswered: new Unanswered(parts),
    turns: new Turns(parts),
    askedBefore: new AskedBefore(platform),
  };
  const sweeper = new Sweeper(parts, settling);
  const byHand = contractFunctions(parts, helpers);
  const closing = parts.closing;

  // A server that is built anew for each request defines its tools anew: each is told once per name, not per request.
  const redefined = new Set<string>();
  const tellOf = (type: "unclassified" | "redefined" | "secrets_unkeyed", tool: string) =>
    parts.observe({ type, atMs: platform.wallMs(), server: parts.server, tool });
  const register = (tool: Tier2Tool): AnyDefinition => {
    const definition = definitionOf(tool);
    const { name } = definition;
    const before = parts.definitions.get(name);
    if (before === definition) return definition;
    demandReachableLevel(definition, isCovered(parts, definition));
    parts.definitions.set(name, definition);
    if (before === undefined) {
      if (isUnkeyed(options, definition) && isCovered(parts, definition)) tellOf("secrets_unkeyed", name);
      if (summarize(definition).because === "unclassified") tellOf("unclassified", name);
    } else if (!redefined.has(name) && definitionText(before) !== definitionText(definition)) {
      redefined.add(name);
      tellOf("redefined", name);
    }
    return definition;
  };
  /** What close() waits for: a call may be about to claim. */
  const calls = new Set<Promise<unknown>>();
  const counted = <T>(call: Promise<T>): Promise<T> => {
    const ended = () => calls.delete(call);
    calls.add(call);
    call.then(ended, ended);
    return call;
  };
  const open = async <T>(work: () => Promise<T>): Promise<T> => {
    demandOpen(parts);
    sweeper.startByItself();
    return counted(work());
  };
  for (const tool of options.tools ?? []) register(tool);
  if (options.tools !== undefined) demandNamedTools(parts);
  let isFirst = options.tools === undefined;
  const calling = (tool: Tier2Tool): AnyDefinition => {
    const definition = register(tool);
    if (isFirst) tellUnknownTools(parts);
    isFirst = false;
    return definition;
  };
  for (const { id, version } of catchAlls(parts.policies)) {
    const about = { atMs: platform.wallMs(), server: parts.server, tool: "" } as const;
    parts.observe({ type: "catch_all", ...about, policy: { id, version } });
  }

  return {
    ...byHand,
    issueToken: (a) => open(() => byHand.issueToken(a)),
    consumeToken: (a) => open(() => byHand.consumeToken(a)),
    recordCompletion: (token, result) => counted(byHand.recordCompletion(token, result)),
    call: (tool, args, context) => open(() => call(parts, helpers, calling(tool), args, context)),
    foresee: (tool, args, context) => open(() => foresee(parts, register(tool), args, context)),
    register(tool) {
      register(tool);
    },
    tools: () => [...parts.definitions.values()].map((each) => summarize(each, isCovered(parts, each))),
    mayRunAtOnce: (tool, hints) => !coversAtOnce(parts.policies, { server: parts.server, tool, hints }),
    demandNamedTools: (later) => demandNamedTools(parts, later),
    approvals: approvalsOf(parts),
    operations: operationsOf(parts),
    sweeper,
    async close() {
      const reason = new Tier2Error("closed", "This Tier-2 engine is shutting down.");
      closing.abort(reason);
      for (const abort of parts.atShutdown) abort(reason);
      await sweeper.stop();
      await Promise.allSettled(calls);
    },
  };
}
