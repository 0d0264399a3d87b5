import { type Requester, requesterOf } from "../requester.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { Refusal } from "../wire/envelope.js";
import { acknowledgedIn } from "./acknowledged.js";
import type { Call, CallContext } from "./call.js";
import { confirmTokenOf } from "./confirm-token.js";
import { beforeConfirm, beforePreview, pass } from "./gates.js";
import type { Parts, Subject } from "./parts.js";
import { readParams } from "./read-params.js";

export type ReadCall =
  | { readonly call: Call; readonly token: string | undefined }
  | { readonly about: Subject; readonly refusal: Refusal };

/** Who calls, with what, and whether the application lets them: all that is asked before anything is shown or claimed. */
export async function readCall(
  parts: Parts,
  definition: AnyDefinition,
  args: unknown,
  context: CallContext,
): Promise<ReadCall> {
  const tool = definition.name;
  const requester: Requester | undefined = requesterOf(context.requester);
  if (requester === undefined) return { about: { tool, requester: { tokenId: "" } }, refusal: nobody };
  const about = { tool, requester };
  const no = (refusal: Refusal): ReadCall => ({ about, refusal });
  if (context.malformed !== undefined) {
    return no({ reason: "invalid_params", error: `Invalid arguments: ${context.malformed}.` });
  }
  const token = confirmTokenOf(args, context.confirmToken);
  if (typeof token === "object") return no(token);
  const acknowledged = acknowledgedIn(args);
  if (typeof acknowledged === "object") return no(acknowledged);
  const params = await readParams(definition, args, {
    strict: token === undefined,
    nowMs: parts.platform.wallMs(),
  });
  if ("reason" in params) return no(params);
  const call: Call = { parts, definition, about, params, context, acknowledged };
  const shut = await pass(token === undefined ? beforePreview : beforeConfirm, call);
  if (shut !== undefined) return no(shut);
  if (context.disabled === true && token === undefined) return no({ reason: "tool_disabled" });
  return { call, token };
}

/** Nobody's call is nobody's to confirm, and one identity for all would let each confirm the other's. */
const nobody: Refusal = {
  reason: "access_revoked",
  detail: "requester_missing",
  error:
    "The call came without a verified identity: neither its transport nor a `requester` option of the server tells who calls. This call executed nothing.",
};
