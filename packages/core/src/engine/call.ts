import type { Hints } from "../classification/classification.js";
import { isTier2Error } from "../errors.js";
import { type Requester, requesterOf } from "../requester.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { HookContext } from "../tool/definition.js";
import { levelOf, tierOf } from "../tool/judge-tool.js";
import { isRefused } from "../tool/outcome.js";
import { confirmationRequired, type Refusal, rejected } from "../wire/envelope.js";
import { type Reply, replyOf } from "../wire/reply.js";
import { acknowledgedIn } from "./acknowledged.js";
import { callSignal } from "./call-signal.js";
import { claimToken, type Helpers } from "./claim.js";
import { confirmTokenOf } from "./confirm-token.js";
import { findDuplicate } from "./duplicates.js";
import { executeExactlyOnce } from "./exactly-once.js";
import { execute } from "./execute.js";
import { beforeConfirm, beforePreview, pass } from "./gates.js";
import { issue } from "./issue.js";
import type { Parts, Subject } from "./parts.js";
import { checkedPreview } from "./preview.js";
import { type Params, readParams } from "./read-params.js";
import { readAnswer } from "./record-answer.js";
import { recordedAnswer } from "./recorded-answer.js";
import { runAtOnce, ToolThrew } from "./run-at-once.js";
import { addressOf, bindingOf } from "./token.js";

/** All that an adapter owes core. */
export interface CallContext {
  /** From verified credentials. Without one the call is refused. */
  requester: Requester | undefined;
  /** Where the adapter found it outside the arguments, e.g. in a header. */
  confirmToken?: string | undefined;
  /** What is wrong with a request that the adapter could not read as one set of arguments: refused as `invalid_params`. */
  malformed?: string | undefined;
  /** Ends the waiting for a duplicate. An operation that started goes on. */
  signal?: AbortSignal | undefined;
  /** The adapter's request, handed to hooks and handlers. */
  source?: unknown;
  /** The tool is switched off where the adapter keeps it: nothing new is shown or claimed, an answer given already is. */
  disabled?: boolean | undefined;
  /** The tool's annotations: they may raise the tier of an unclassified tool, never lower one. */
  hints?: Hints | undefined;
}

interface Call {
  readonly parts: Parts;
  readonly definition: AnyDefinition;
  readonly about: Subject;
  readonly params: Params;
  readonly context: CallContext;
  readonly acknowledged: string | undefined;
}

/** One call: the preview, the execution, or the recorded answer. Expected outcomes are values. */
export async function call(
  parts: Parts,
  helpers: Helpers,
  definition: AnyDefinition,
  args: unknown,
  context: CallContext,
): Promise<Reply> {
  const tool = definition.name;
  const requester = requesterOf(context.requester);
  if (requester === undefined) return refused(parts, { tool, requester: { tokenId: "" } }, nobody);
  const about = { tool, requester };
  if (context.malformed !== undefined) {
    return refused(parts, about, { reason: "invalid_params", error: `Invalid arguments: ${context.malformed}.` });
  }
  try {
    const token = confirmTokenOf(args, context.confirmToken);
    if (typeof token === "object") return refused(parts, about, token);
    const acknowledged = acknowledgedIn(args);
    if (typeof acknowledged === "object") return refused(parts, about, acknowledged);
    const params = await readParams(definition, args, {
      strict: token === undefined,
      nowMs: parts.platform.wallMs(),
    });
    if ("reason" in params) return refused(parts, about, params);
    const call: Call = { parts, definition, about, params, context, acknowledged };
    const shut = await pass(token === undefined ? beforePreview : beforeConfirm, call);
    if (shut !== undefined) return refused(parts, about, shut);
    if (context.disabled === true && token === undefined) return refused(parts, about, { reason: "tool_disabled" });
    return await hidingSecrets(params, () => (token === undefined ? firstCall(call) : confirm(call, helpers, token)));
  } catch (error) {
    if (error instanceof ToolThrew) throw error.thrown;
    if (isTier2Error(error, "store_unavailable")) return refused(parts, about, { reason: "store_unavailable" }, error);
    throw error;
  }
}

/** Nobody's call is nobody's to confirm, and one identity for all would let each confirm the other's. */
const nobody: Refusal = {
  reason: "access_revoked",
  detail: "requester_missing",
  error:
    "The call came without a verified identity: neither its transport nor a `requester` option of the server tells who calls. This call executed nothing.",
};

/** What a tool throws may repeat the secrets of its call. */
async function hidingSecrets<T>({ redact }: Params, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolThrew) throw new ToolThrew(redact.error(error.thrown));
    throw isTier2Error(error) ? error : redact.error(error);
  }
}

function refused(parts: Parts, about: Subject, refusal: Refusal, error?: unknown): Reply {
  const { reason, detail } = refusal;
  parts.tell(about, {
    type: "refused",
    reason,
    ...(detail !== undefined && { detail }),
    ...(error !== undefined && { error }),
  });
  // A detail is told only where everything matched: a stranger does not learn which operation a token names.
  const operationId = detail === undefined ? undefined : about.operationId;
  return replyOf({ body: rejected(about.tool, refusal) }, { operationId });
}

async function firstCall(call: Call): Promise<Reply> {
  const { parts, definition, about, params, context } = call;
  if (levelOf(definition, params.copy()) !== "L1") return refused(parts, about, { reason: "level_unavailable" });
  const { signal, release } = callSignal(parts);
  try {
    const hookContext = { ...about, server: parts.server, source: context.source, signal };
    const tier = tierOf(definition, params.copy(), context.hints);
    if (tier === 2) return await propose(call, hookContext);
    const ran = await runAtOnce(call, hookContext);
    return ran.body.status === "rejected" ? refused(parts, about, ran.body) : ran;
  } finally {
    release();
  }
}

/** Tier 2. Computes the preview and makes the token. */
async function propose({ parts, definition, about, params }: Call, hookContext: HookContext): Promise<Reply> {
  const given = await definition.preview(params.copy(), { ...hookContext, recheck: false });
  if (typeof given === "object" && given !== null && isRefused(given)) {
    return refused(parts, about, { reason: "not_possible", error: params.redact.text(given.refused) });
  }
  const { summary, preview, rest } = checkedPreview(about.tool, given, params.redact);
  const { requester, tool } = about;
  const { shown, resolved } = params;
  const seen = { preview, ...(resolved && { resolved }), ...rest };
  const proposal = { requester, server: parts.server, tool, params: shown, ...seen };
  const like = { tokenId: requester.tokenId, tool, params: params.shown };
  const duplicate = definition.duplicates === "allow" ? undefined : await findDuplicate(parts, like);
  const { token, operationId } = await issue(parts, proposal, params.canonical);
  const body = confirmationRequired({ ...seen, tool, summary, token, ttlMs: parts.times.ttlMs, duplicate });
  return replyOf({ body }, { operationId });
}

async function confirm(call: Call, helpers: Helpers, token: string): Promise<Reply> {
  const { parts, definition, about, params, context, acknowledged } = call;
  const { platform, server } = parts;
  const { tokenId } = about.requester;
  const binding = bindingOf(platform, { token, tokenId, server, tool: about.tool, canonicalParams: params.canonical });
  const { source, signal } = context;
  const bid = { token, ...addressOf(platform, token), binding };
  const claimed =
    context.disabled === true
      ? await recordedAnswer(parts, bid)
      : definition.transaction === undefined
        ? await claimToken(parts, helpers, bid, signal)
        : await executeExactlyOnce(
            { ...call, store: definition.transaction, token, binding, source, waiting: signal },
            helpers,
          );
  switch (claimed.kind) {
    case "ended":
      return claimed.reply;
    case "won": {
      const { claim } = claimed;
      const subject = { ...about, operationId: claim.operationId };
      return execute(parts, { definition, params, claim, about: subject, acknowledged, source });
    }
    case "replay": {
      const { operationId } = claimed;
      parts.tell({ ...about, operationId }, { type: "replayed" });
      return replyOf(readAnswer(claimed.data), { replayed: true, operationId });
    }
    case "refuse": {
      const subject = { ...about, operationId: claimed.operationId };
      if (claimed.detail === "in_doubt") parts.tell(subject, { type: "in_doubt" });
      return refused(parts, subject, claimed);
    }
  }
}
