import "reflect-metadata";
import type { ModuleRef } from "@nestjs/core";
import { demandOwnParams } from "./demand-own-params.js";
import type { DiscoveredMethod } from "./discover-methods.js";
import { demandProvider } from "./find-provider.js";
import {
  mcpTool,
  messageTransport,
  otherAnswers,
  responsePassthrough,
  routeArgument,
  routeArguments,
} from "./nest-metadata.js";
import { setupError } from "./setup-error.js";

/** @throws Tier2Error `invalid_setup`, at start-up, for a guarded method whose calls could not be answered */
export function demandGuardable(found: DiscoveredMethod, moduleRef: ModuleRef, transports: readonly symbol[]): void {
  const { about, controller, guarded, kind } = found;
  const { preview, reconcile } = guarded.options;
  if (typeof preview === "string") {
    if (typeof controller.prototype[preview] !== "function")
      throw setupError(about, `its class has no preview method ${preview}.`);
  } else {
    demandProvider(moduleRef, about, preview, "preview", true);
  }
  if (reconcile !== undefined) demandProvider(moduleRef, about, reconcile, "reconcile", false);
  demandOwnParams(found);
  if (kind === "route") demandOwnAnswer(found);
  else demandGuardedServer(found, transports);
}

/** The preview and the recorded answer are what the method returns, so Nest has to send that and nothing else. */
function demandOwnAnswer({ about, controller, guarded, method }: DiscoveredMethod): void {
  for (const [decorator, key] of Object.entries(otherAnswers)) {
    if (Reflect.hasMetadata(key, method)) throw setupError(about, `a preview cannot be sent through ${decorator}.`);
  }
  const declared = Object.keys(Reflect.getMetadata(routeArguments, controller, guarded.key) ?? {});
  const isTaken = declared.some((key) =>
    [routeArgument.response, routeArgument.next].includes(Number(key.split(":", 1)[0]) as never),
  );
  if (isTaken && Reflect.getMetadata(responsePassthrough, controller, guarded.key) !== true) {
    throw setupError(
      about,
      "with @Res() or @Next() it answers by itself, so nothing could be recorded: use @Res({ passthrough: true }).",
    );
  }
}

/** The name in the instructions has to be one that the agent can call, on a server that takes the token out. */
function demandGuardedServer({ about, guarded, method }: DiscoveredMethod, transports: readonly symbol[]): void {
  if (!transports.includes(Reflect.getMetadata(messageTransport, method))) {
    throw setupError(
      about,
      "its MCP server is not guarded: give its strategy to Tier2Module, as `mcp: { strategy, others }`.",
    );
  }
  const { name = guarded.key }: { name?: string } = Reflect.getMetadata(mcpTool, method);
  const { tool = name } = guarded.options;
  if (tool !== name) throw setupError(about, `its @Tool() is "${name}" and its @Tier2() "${tool}": give it one name.`);
}
