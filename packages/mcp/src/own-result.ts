import { type ExecuteContext, type Verbatim, verbatim } from "@holdpoint/tier2-core";
import { type Extra, mcpExtra } from "./extra.js";

type Handler = (...args: [Extra] | [params: unknown, Extra]) => Promise<object>;

/**
 * Runs a handler written for the SDK inside an operation. It gets the SDK's own `extra` but for the signal: the
 * client's must not stop an operation. What it returns is recorded and replayed as it is.
 */
export async function ownResult(
  handler: unknown,
  input: object | undefined,
  params: unknown,
  ctx: ExecuteContext<unknown>,
): Promise<Verbatim> {
  const extra = { ...mcpExtra(ctx), signal: ctx.signal } as Extra;
  const handle = handler as Handler;
  return verbatim(await (input === undefined ? handle(extra) : handle(params, extra)));
}
