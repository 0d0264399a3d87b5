import type { CallContext } from "@holdpoint/tier2-core";
import type { Request } from "express";
import { bodyThatIsNoObject, demandParsedBody, unsupportedBody } from "./body.js";
import { membersOf } from "./members.js";
import { namesInTwoPlaces, paramsOf } from "./params.js";
import { headerToken, repeatedHeaderToken, tokenInUrl, withBodyKeys } from "./token.js";

/** What is wrong with a request, as the end of a sentence; undefined if this rule finds nothing. */
type Check = (req: Request) => string | undefined;

const always: readonly Check[] = [tokenInUrl, repeatedHeaderToken, unsupportedBody];
/** Only where the arguments are taken from the request as they stand. */
const withoutParamsOption: readonly Check[] = [bodyThatIsNoObject, namesInTwoPlaces];

type ReadRequest = { args: unknown } & Pick<CallContext, "confirmToken" | "malformed">;

/**
 * The arguments and the confirm token of a request, or what is wrong with it.
 *
 * @throws Tier2Error `body_not_parsed`, and whatever `params` throws
 */
export async function readRequest(req: Request, params: ((req: Request) => unknown) | undefined): Promise<ReadRequest> {
  demandParsedBody(req);
  for (const check of params === undefined ? [...always, ...withoutParamsOption] : always) {
    const malformed = check(req);
    if (malformed !== undefined) return { args: undefined, malformed };
  }
  const args = params === undefined ? paramsOf(req) : withBodyKeys(await params(req), membersOf(req.body));
  return { args, confirmToken: headerToken(req) };
}
