import type { CallContext, Reply, Tier2Engine, Tier2Error, Tier2Tool } from "@holdpoint/tier2-core";
import { HttpException, InternalServerErrorException, ServiceUnavailableException } from "@nestjs/common";
import type { PipelineCall } from "./call-scope.js";
import { closeSignal } from "./close-signal.js";
import { findProvider } from "./find-provider.js";
import { guardedCall, type Invocation } from "./guarded-call.js";
import { answerHttp } from "./http-answer.js";
import { paramsOfArguments } from "./params-of-arguments.js";
import { recordable } from "./recordable.js";
import { type HttpRequest, headerToken, malformedRequest } from "./request-shape.js";
import { serialized } from "./serialized.js";
import type { Found, RuntimeParts } from "./tier2-runtime.js";

/** Answers a request to a guarded route. */
export async function answerRoute(
  { engine, options, moduleRef, http, config }: RuntimeParts,
  found: Found,
  { context, keys }: PipelineCall,
  invocation: Invocation,
): Promise<unknown> {
  const request = context.switchToHttp().getRequest<HttpRequest>();
  const { params, malformed } = paramsOfArguments(found.counted, invocation.args, {
    path: request.params,
    query: request.query,
    body: request.body,
  });
  const source = guardedCall({
    ...invocation,
    found,
    context,
    find: findProvider(moduleRef),
    finish: async (result) => recordable(await serialized(result, context, config)),
  });
  const requester = await options.requester(context);
  const reply = await callOpen(
    engine,
    found.tool,
    { ...params, ...keys },
    {
      requester,
      malformed: malformedRequest(request) ?? malformed,
      confirmToken: headerToken(request),
      signal: closeSignal(context.switchToHttp().getResponse()),
      source,
    },
  );
  return answerHttp(reply, context, http);
}

/** An app that is shutting down says so in HTTP's own words; and no exception says that something was executed. */
async function callOpen(engine: Tier2Engine, tool: Tier2Tool, args: object, context: CallContext): Promise<Reply> {
  try {
    return await engine.call(tool, args, context);
  } catch (error) {
    if (error instanceof HttpException && error.getStatus() < 400) {
      throw new InternalServerErrorException(
        `${tool.name} threw an exception of status ${error.getStatus()}. This call executed nothing.`,
        { cause: error },
      );
    }
    if (!(error instanceof Error && error.name === "Tier2Error" && (error as Tier2Error).code === "closed"))
      throw error;
    throw new ServiceUnavailableException("Shutting down. This call executed nothing.", { cause: error });
  }
}
