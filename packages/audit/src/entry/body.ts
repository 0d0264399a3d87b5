import type { ErrorFacts, Tier2Event } from "@holdpoint/tier2-core";
import type { Json } from "./json.js";

const maxMessageChars = 2000;

export type Body = { readonly [name: string]: Json };

/**
 * What an entry says of an event: all of it, as it was at this moment, but for the stacks of errors, which tell of a machine
 * and not of what happened.
 *
 * @throws TypeError for what cannot be written as JSON.
 */
export function bodyOf(event: Tier2Event): Body {
  const error = "error" in event && event.error !== undefined ? { error: withoutStack(event.error) } : {};
  return JSON.parse(JSON.stringify({ ...event, ...error })) as Body;
}

function withoutStack({ name, message, code, cause }: ErrorFacts): ErrorFacts {
  return {
    name,
    message: message.slice(0, maxMessageChars),
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: withoutStack(cause) }),
  };
}
