import { isNotExecuted } from "../errors.js";
import { jsonCopy } from "../params/json-copy.js";
import type { Json } from "../params/plain-json.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { ExecuteContext, HookContext } from "../tool/definition.js";
import { type Done, isRefused, isVerbatim, type Refused, type Verbatim } from "../tool/outcome.js";
import { okOf, type Refusal, rejected } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import type { Under } from "./checks.js";
import { errorFacts } from "./error-facts.js";
import type { CallStep } from "./events.js";
import type { Params } from "./read-params.js";
import { reconciledAnswer } from "./settle.js";

/** How an operation ended, and what its caller hears. */
export interface Ending {
  readonly outcome: "completed" | "not_executed" | "failed";
  readonly answer: Answer;
  readonly step: CallStep<unknown>;
}

export const notExecuted = (tool: string, refusal: Refusal): Ending => ({
  outcome: "not_executed",
  answer: { body: rejected(tool, refusal) },
  step: { type: "not_executed" },
});

interface Execution {
  readonly definition: AnyDefinition;
  readonly params: Params;
  readonly preview: Json;
  readonly context: HookContext & { operationId: string };
  readonly claimedAtMs: number;
  durationMs(): number;
  tell(step: CallStep<unknown>): void;
  /** What it stands under, for its completion. */
  under(): Under;
}

/** Runs the handler, once, and turns whatever it does into an ending. Never rejects. */
export async function runHandler(execution: Execution): Promise<Ending> {
  const { definition, params, preview, context, durationMs, under } = execution;
  try {
    const answer = await answerOf(definition, params, { ...context, preview: jsonCopy(preview), tx: undefined });
    return endingOf(answer, durationMs(), under());
  } catch (error) {
    return thrown(execution, error);
  }
}

/** What a handler answers in its own words: a result, a refusal, or that nothing happened. Anything else it throws. */
export async function answerOf(
  definition: AnyDefinition,
  params: Params,
  context: ExecuteContext<unknown, unknown>,
): Promise<Answer> {
  const tool = definition.name;
  let result: Done | Refused | Verbatim | undefined;
  try {
    result = await definition.execute(params.copy(), context);
  } catch (error) {
    if (!isNotExecuted(error)) throw error;
    return { body: rejected(tool, { reason: "not_executed", error: `Not executed: ${errorFacts(error).message}` }) };
  }
  try {
    return resultAnswer(tool, result);
  } catch {
    // A getter of the result threw. The handler has run all the same.
    return { body: okOf(tool, { details: { result_withheld: "not_serializable" } }) };
  }
}

/** A handler that answers nothing has run all the same. */
function resultAnswer(tool: string, result: Done | Refused | Verbatim | undefined): Answer {
  if (typeof result !== "object" || result === null) return { body: okOf(tool, {}) };
  if (isRefused(result)) return { body: rejected(tool, { reason: "not_possible", error: result.refused }) };
  if (isVerbatim(result)) return { body: okOf(tool, {}), verbatim: result.verbatim };
  return { body: okOf(tool, result) };
}

export const endingOf = (answer: Answer, durationMs: number, under: Under): Ending =>
  answer.body.status === "ok"
    ? { outcome: "completed", answer, step: { type: "completed", durationMs, ...under } }
    : { outcome: "not_executed", answer, step: { type: "not_executed" } };

/** The exception proves nothing about the effect, so the system of record is asked at once. */
async function thrown(execution: Execution, error: unknown): Promise<Ending> {
  const { definition, params, preview, context, claimedAtMs, durationMs, tell, under } = execution;
  const failed: Ending = {
    outcome: "failed",
    answer: { body: rejected(definition.name, { reason: "failed" }) },
    step: { type: "failed", error: params.redact.error(error) },
  };
  if (definition.reconcile === undefined) return failed;
  try {
    const said = await definition.reconcile(jsonCopy(params.known) as object, {
      ...context,
      preview: jsonCopy(preview),
      claimedAtMs,
    });
    const answer = reconciledAnswer(definition.name, said);
    return answer === undefined ? failed : endingOf(answer, durationMs(), under());
  } catch (unanswered) {
    tell({ type: "hook_failed", hook: "reconcile", error: params.redact.error(unanswered) });
    return failed;
  }
}
