import { isNotExecuted } from "../errors.js";
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
}

/** Runs the handler, once, and turns whatever it does into an ending. Never rejects. */
export async function runHandler(execution: Execution): Promise<Ending> {
  const { definition, params, preview, context } = execution;
  try {
    const result: Done | Refused | Verbatim = await definition.execute(params.copy(), { ...context, preview });
    return endingOf(definition.name, result, execution.durationMs());
  } catch (error) {
    return isNotExecuted(error)
      ? notExecuted(definition.name, { reason: "not_executed", error: `Not executed: ${error.message}` })
      : thrown(execution, error);
  }
}

/** A handler that answers nothing has run all the same. */
function endingOf(tool: string, result: Done | Refused | Verbatim | undefined, durationMs: number): Ending {
  const given = typeof result === "object" && result !== null ? result : { message: "" };
  if (isRefused(given)) return notExecuted(tool, { reason: "not_possible", error: given.refused });
  return { outcome: "completed", answer: answerOf(tool, given), step: { type: "completed", durationMs } };
}

export function answerOf(tool: string, given: Done | Verbatim): Answer {
  if (isVerbatim(given)) return { body: ok({ tool, message: "Executed." }), verbatim: given.verbatim };
  return { body: ok({ tool, message: given.message || "Executed.", details: given.details }) };
}

/** The exception proves nothing about the effect, so the system of record is asked at once. */
async function thrown(
  { definition, params, preview, context, claimedAtMs, durationMs }: Execution,
  error: unknown,
): Promise<Ending> {
  const failed: Ending = {
    outcome: "failed",
    answer: { body: rejected(definition.name, { reason: "failed" }) },
    step: { type: "failed", error: params.redact.error(error) },
  };
  if (definition.reconcile === undefined) return failed;
  try {
    const said = await definition.reconcile(params.shown as object, { ...context, preview, claimedAtMs });
    const answer = reconciledAnswer(definition.name, said);
    if (answer === undefined) return failed;
    return answer.body.status === "ok"
      ? { outcome: "completed", answer, step: { type: "completed", durationMs: durationMs() } }
      : { outcome: "not_executed", answer, step: { type: "not_executed" } };
  } catch {
    return failed;
  }
}
