import type { ErrorFacts, Tier2Event } from "@holdpoint/tier2-core";
import { demandDepth, maxDepth } from "./canonical-text.js";
import type { Json } from "./json.js";

const maxMessageChars = 2000;
/** The entry around it takes some. */
const maxBodyDepth = maxDepth - 4;

export type Body = { readonly [name: string]: Json };

/**
 * What an entry says of an event: all of it, as it was at this moment, but for the stacks of errors, which tell of a machine
 * and not of what happened.
 *
 * @throws TypeError or RangeError for what no entry can hold: told here, since in the queue it would hold up all others.
 */
export function bodyOf(event: Tier2Event, beside: Body = {}): Body {
  const error = "error" in event && event.error !== undefined ? { error: withoutStack(event.error) } : {};
  const body = JSON.parse(JSON.stringify({ ...event, ...error, ...beside })) as Body;
  demandDepth(body, maxBodyDepth);
  return body;
}

function withoutStack({ name, message, code, cause }: ErrorFacts): ErrorFacts {
  return {
    name,
    message: message.slice(0, maxMessageChars),
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: withoutStack(cause) }),
  };
}
