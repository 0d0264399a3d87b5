import { type Reply, toHttp } from "@holdpoint/tier2-core";
import type { ExecutionContext } from "@nestjs/common";
import type { HttpAdapterHost } from "@nestjs/core";
import "reflect-metadata";
import { httpCode } from "./nest-metadata.js";
import { ownResult } from "./recordable.js";
import { Tier2Refusal } from "./tier2-refusal.js";

/**
 * Gives a reply to Nest: status and headers are set on the response, the body is what the method returns, so that
 * interceptors see it as any other. A refusal is thrown, for the exception filters.
 */
export function answerHttp(reply: Reply, context: ExecutionContext, { httpAdapter }: HttpAdapterHost): unknown {
  const { status, headers } = toHttp(reply);
  const response: object = context.switchToHttp().getResponse();
  for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
  if (reply.body.status === "rejected") throw new Tier2Refusal(reply.body, status);
  httpAdapter.status(response, reply.body.status === "ok" ? successStatus(context, status) : status);
  return reply.verbatim === undefined ? reply.body : ownResult(reply.verbatim);
}

/** `@HttpCode()` is the author's own, as long as it says that something was done. */
function successStatus(context: ExecutionContext, fallback: number): number {
  const own: unknown = Reflect.getMetadata(httpCode, context.getHandler());
  return typeof own === "number" && own >= 200 && own < 300 ? own : fallback;
}
