import type { Hints } from "../classification/classification.js";
import type { Elicit } from "../elicitation/elicit.js";
import { isTier2Error } from "../errors.js";
import { type Requester, requesterOf } from "../requester.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { Reply } from "../wire/reply.js";
import type { Helpers } from "./claim.js";
import { confirm } from "./confirm.js";
import { firstCall } from "./first-call.js";
import type { Parts, Subject } from "./parts.js";
import { readCall } from "./read-call.js";
import type { Params } from "./read-params.js";
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
  const about: Subject = { tool: definition.name, requester: requesterOf(context.requester) ?? { tokenId: "" } };
  try {
    const read = await readCall(parts, definition, args, context);
    if ("refusal" in read) return refused(parts, read.about, read.refusal);
    const { call, token } = read;
    return await hidingSecrets(call.params, () =>
      token === undefined ? firstCall(call, helpers) : confirm(call, helpers, token),
    );
  } catch (error) {
    if (error instanceof ToolThrew) throw error.thrown;
    if (isTier2Error(error, "store_unavailable")) return refused(parts, about, { reason: "store_unavailable" }, error);
    throw error;
  }
}

/** What a tool throws may repeat the secrets of its call. */
export async function hidingSecrets<T>({ redact }: Params, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolThrew) throw new ToolThrew(redact.error(error.thrown));
    throw isTier2Error(error) ? error : redact.error(error);
  }
}
