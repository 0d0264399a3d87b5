import { Tier2Error } from "@holdpoint/tier2-core";
import type { Request } from "express";
import { isMembers } from "./members.js";

/**
 * A body that nobody parsed would be a call without its arguments and token: always a new preview, never a reason.
 *
 * @throws Tier2Error `body_not_parsed` where it is JSON, so that the app has forgotten its parser
 */
export function demandParsedBody(req: Request): void {
  if (isUnread(req) && mediaType(req) === "application/json") {
    throw new Tier2Error(
      "body_not_parsed",
      "tier2Middleware: the request's JSON body is not parsed. Mount express.json() before it.",
    );
  }
}

/** Of another type than any parser here reads: the client's mistake rather than the app's. */
export function unsupportedBody(req: Request): string | undefined {
  if (!isUnread(req)) return undefined;
  const type = mediaType(req);
  return `the body ${type === undefined ? "has no Content-Type" : `is ${type}, which is not read here`}; send JSON with Content-Type: application/json`;
}

export const bodyThatIsNoObject = ({ body }: Request): string | undefined =>
  body === undefined || isMembers(body) ? undefined : "the body must be a JSON object";

export function isUnread(req: Request): boolean {
  if (!carriesBody(req)) return false;
  // The parsers of Express 4 put an empty object where they read nothing, those of Express 5 leave it undefined.
  return req.body === undefined || (isEmptyObject(req.body) && !req.readableEnded);
}

const carriesBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;

const isEmptyObject = (value: unknown): boolean => isMembers(value) && Object.keys(value).length === 0;

const mediaType = ({ headers }: Request): string | undefined =>
  headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
