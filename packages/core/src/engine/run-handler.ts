import { isNotExecuted } from "../errors.js";
import { jsonCopy } from "../params/json-copy.js";
import type { Json } from "../params/plain-json.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { HookContext } from "../tool/definition.js";
import { type Done, isRefused, isVerbatim, type Refused, type Verbatim } from "../tool/outcome.js";
import { ok, type Refusal, rejected } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import type { CallStep } from "./events.js";
import type { Params } from "./read-params.js";
import { reconciledAnswer } from "./settle.js";

/** How an operation ended, and what its caller hears. */
export interface Ending {
  readonly outcome: "completed" | "not_executed" | "failed";
  readonly answer: Answer;
  readonly step: CallStep;
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
  tell(step: CallStep): void;
}

/** Runs the handler, once, and turns whatever it does into an ending. Never rejects. */
export async function runHandler(execution: Execution): Promise<Ending> {
  const { definition, params, preview, context } = execution;
  let result: Done | Refused | Verbatim | undefined;
  try {
    result = await definition.execute(params.copy(), { ...context, preview: jsonCopy(preview) });
  } catch (error) {
    return isNotExecuted(error)
      ? notExecuted(definition.name, { reason: "not_executed", error: `Not executed: ${error.message}` })
      : thrown(execution, error);
  }
  return endingOf(definition.name, result, execution.durationMs());
}

/** A handler that answers nothing has run all the same. */
function endingOf(tool: string, result: Done | Refused | Verbatim | undefined, durationMs: number): Ending {
  const completed = (given: Done | Verbatim): Ending => ({
    outcome: "completed",
    answer: answerOf(tool, given),
    step: { type: "completed", durationMs },
  });
  const given = typeof result === "object" && result !== null ? result : { message: "" };
  try {
    return isRefused(given) ? notExecuted(tool, { reason: "not_possible", error: given.refused }) : completed(given);
  } catch {
    // A getter of the result threw. The handler has run all the same.
    return completed({ message: "", details: { result_withheld: "not_serializable" } });
  }
}

export function answerOf(tool: string, given: Done | Verbatim): Answer {
  if (isVerbatim(given)) return { body: ok({ tool, message: "Executed." }), verbatim: given.verbatim };
  return { body: ok({ tool, message: given.message || "Executed.", details: given.details }) };
}

/** The exception proves nothing about the effect, so the system of record is asked at once. */
async function thrown(execution: Execution, error: unknown): Promise<Ending> {
  const { definition, params, preview, context, claimedAtMs, durationMs, tell } = execution;
  const failed: Ending = {
    outcome: "failed",
    answer: { body: rejected(definition.name, { reason: "failed" }) },
    step: { type: "failed", error: params.redact.error(error) },
  };
  if (definition.reconcile === undefined) return failed;
  try {
    const said = await definition.reconcile(jsonCopy(params.shown) as object, {
      ...context,
      preview: jsonCopy(preview),
      claimedAtMs,
    });
    const answer = reconciledAnswer(definition.name, said);
    if (answer === undefined) return failed;
    return answer.body.status === "ok"
      ? { outcome: "completed", answer, step: { type: "completed", durationMs: durationMs() } }
      : { outcome: "not_executed", answer, step: { type: "not_executed" } };
  } catch (unanswered) {
    tell({ type: "hook_failed", hook: "reconcile", error: params.redact.error(unanswered) });
    return failed;
  }
}
