import { isTier2Error, Tier2Error } from "../errors.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { HookContext } from "../tool/definition.js";
import type { TransactionalStore } from "../transactional-store.js";
import { type Answer, type Reply, replyOf } from "../wire/reply.js";
import type { Parts, Subject } from "./parts.js";
import type { Params } from "./read-params.js";
import { recordAnswer } from "./record-answer.js";
import { answerOf } from "./run-handler.js";
import { runTransaction } from "./run-transaction.js";

/** Keeps what a Tier-1 handler threw apart from what the engine's own store did: the handler may have run. */
export class ToolThrew {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    this.thrown = thrown;
  }
}

interface AtOnce {
  readonly parts: Parts;
  readonly definition: AnyDefinition;
  readonly about: Subject;
  readonly params: Params;
}

/** Tier 1. What it throws is its caller's to see, as for any unguarded tool. Its answer is stored nowhere, so it has no limit. */
export async function runAtOnce(call: AtOnce, hookContext: HookContext): Promise<Reply> {
  const { parts, definition, about, params } = call;
  const operationId = `op_${parts.platform.randomText()}`;
  const { transaction } = definition;
  const run = (tx: unknown) => answerOf(definition, params, { ...hookContext, operationId, preview: undefined, tx });
  const answer = await (transaction === undefined
    ? run(undefined).catch((thrown: unknown) => Promise.reject(new ToolThrew(thrown)))
    : runJoined(parts, transaction, run));
  const shown = recordAnswer(answer, params.redact, Number.POSITIVE_INFINITY).answer;
  if (shown.body.status !== "rejected") parts.tell({ ...about, operationId }, { type: "ran" });
  return replyOf(shown, { operationId });
}

/** Rolls back what was done before the handler said no. */
class SaidNo extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super("The handler said no.");
    this.answer = answer;
  }
}

/** In a transaction of the tool, which needs no token to be rolled back. */
async function runJoined<Tx>(
  parts: Parts,
  store: TransactionalStore<Tx>,
  run: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const limits = { lockTimeoutMs: Math.max(1, parts.waitForCompletionMs), idleTimeoutMs: parts.times.leaseMs };
  const end = await runTransaction<Tx, Answer>(parts, store, limits, async ({ tx, handler }) => {
    const answer = await handler(() => run(tx));
    if (answer.body.status === "rejected") throw new SaidNo(answer);
    return answer;
  });
  if (end.kind === "committed") return end.value;
  if (end.error instanceof SaidNo) return end.error.answer;
  if (end.kind !== "never_began") throw new ToolThrew(end.error);
  if (isTier2Error(end.error)) throw end.error;
  throw new Tier2Error("store_unavailable", `Store "${store.name}" began no transaction.`, { cause: end.error });
}
