import type { Hints } from "../classification/classification.js";
import type { Elicit } from "../elicitation/elicit.js";
import { isTier2Error } from "../errors.js";
import { type Requester, requesterOf } from "../requester.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { Refusal } from "../wire/envelope.js";
import type { Reply } from "../wire/reply.js";
import { acknowledgedIn } from "./acknowledged.js";
import type { Helpers } from "./claim.js";
import { confirm } from "./confirm.js";
import { confirmTokenOf } from "./confirm-token.js";
import { firstCall } from "./first-call.js";
import { beforeConfirm, beforePreview, pass } from "./gates.js";
import type { Parts, Subject } from "./parts.js";
import { type Params, readParams } from "./read-params.js";
import { refused } from "./refused.js";
import { ToolThrew } from "./run-at-once.js";

/** All that an adapter owes core. */
export interface CallContext {
  /** From verified credentials. Without one the call is refused. */
  requester: Requester | undefined;
  /** Where the adapter found it outside the arguments, e.g. in a header. */
  confirmToken?: string | undefined;
  /** What is wrong with a request that the adapter could not read as one set of arguments: refused as `invalid_params`. */
  malformed?: string | undefined;
  /** Asks the client's user, for a tool of L2. Absent: this client or its transport cannot, and such a tool is refused. */
  elicit?: Elicit | undefined;
  /** Ends the waiting for a duplicate, and takes a question to the client's user back. An operation that started goes on. */
  signal?: AbortSignal | undefined;
  /** The adapter's request, handed to hooks and handlers. */
  source?: unknown;
  /** The tool is switched off where the adapter keeps it: nothing new is shown or claimed, an answer given already is. */
  disabled?: boolean | undefined;
  /** The tool's annotations: they may raise the tier of an unclassified tool, never lower one. */
  hints?: Hints | undefined;
}

export interface Call {
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
    return await hidingSecrets(params, () =>
      token === undefined ? firstCall(call, helpers) : confirm(call, helpers, token),
    );
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
