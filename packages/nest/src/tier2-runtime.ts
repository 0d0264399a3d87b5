import type { Tier2Engine, Tier2Tool } from "@holdpoint/tier2-core";
import type { OnModuleDestroy, OnModuleInit } from "@nestjs/common";
import type { ApplicationConfig, DiscoveryService, HttpAdapterHost, MetadataScanner, ModuleRef } from "@nestjs/core";
import { outsidePipeline, type PipelineCall } from "./call-scope.js";
import { demandGuardable } from "./demand-guardable.js";
import { type DiscoveredMethod, discoverMethods } from "./discover-methods.js";
import { findProvider } from "./find-provider.js";
import type { Invocation } from "./guarded-call.js";
import { guardedTool } from "./guarded-tool.js";
import type { GuardedMethod } from "./guarded-method.js";
import { answerRoute } from "./route-answer.js";
import { setupError } from "./setup-error.js";
import type { NestTier2Options } from "./tier2-options.js";

export interface RuntimeParts {
  readonly name: string | undefined;
  readonly engine: Tier2Engine;
  readonly options: NestTier2Options;
  readonly moduleRef: ModuleRef;
  readonly discovery: DiscoveryService;
  readonly scanner: MetadataScanner;
  readonly http: HttpAdapterHost;
  readonly config: ApplicationConfig;
}

type Found = DiscoveredMethod & { readonly tool: Tier2Tool };

/** One instance of the module in one app: its engine, and the methods that it guards. */
export class Tier2Runtime implements OnModuleInit, OnModuleDestroy {
  readonly parts: RuntimeParts;
  readonly #found = new Map<object, Map<GuardedMethod, Found>>();

  constructor(parts: RuntimeParts) {
    this.parts = parts;
  }

  /** @throws Tier2Error `invalid_setup` or `level_unavailable`: the app does not start */
  onModuleInit(): void {
    const { name, options, engine, moduleRef, discovery, scanner } = this.parts;
    const methods = discoverMethods(discovery, scanner, name);
    const [first] = methods;
    if (first !== undefined && typeof options.requester !== "function") {
      throw setupError(first.about, "Tier2Module has no `requester`, and callers who share one identity could confirm each other's operations.");
    }
    const named = new Map<string, string>();
    for (const found of methods) {
      const { about, controller, guarded, toolName } = found;
      const other = named.get(toolName);
      if (other !== undefined) {
        throw setupError(about, `${other} is the tool "${toolName}" too, and a token of one would run the other. Name them apart, or leave \`tool\` out.`);
      }
      named.set(toolName, about);
      demandGuardable(found, moduleRef);
      const tool = guardedTool(found, findProvider(moduleRef));
      engine.register(tool);
      const ofController = this.#found.get(controller) ?? new Map<GuardedMethod, Found>();
      this.#found.set(controller, ofController.set(guarded, { ...found, tool }));
    }
  }

  /** Running operations end and are recorded, timers stop. */
  async onModuleDestroy(): Promise<void> {
    await this.parts.engine.close();
  }

  /** One request that came through the pipeline to a guarded method. */
  async run(call: PipelineCall, invocation: Invocation): Promise<unknown> {
    const found = this.#found.get(call.context.getClass())?.get(call.guarded);
    if (found === undefined) {
      throw setupError(`${call.context.getClass().name}.${call.guarded.key}`, "it was no route when the app started, so nothing guards it.");
    }
    return outsidePipeline(() => answerRoute(this.parts, found, call, invocation));
  }
}
