import { type Tier2Engine, Tier2Error, type Tier2Tool } from "@holdpoint/tier2-core";
import type { OnApplicationShutdown, OnModuleDestroy, OnModuleInit } from "@nestjs/common";
import type {
  ApplicationConfig,
  DiscoveryService,
  HttpAdapterHost,
  MetadataScanner,
  ModuleRef,
  ModulesContainer,
} from "@nestjs/core";
import { type PipelineCall, withinPreview } from "./call-scope.js";
import { demandGuardable } from "./demand-guardable.js";
import { demandNotShadowed } from "./demand-not-shadowed.js";
import { demandOwnNames } from "./demand-own-names.js";
import { demandReached } from "./demand-reached.js";
import { type DiscoveredMethod, decoratedTools, discoverMethods } from "./discover-methods.js";
import { findProvider } from "./find-provider.js";
import type { Invocation } from "./guarded-call.js";
import type { GuardedMethod } from "./guarded-method.js";
import { guardedTool } from "./guarded-tool.js";
import { putInnermost } from "./innermost.js";
import { answerMethodTool } from "./mcp/method-tool.js";
import { StrategyGuard } from "./mcp/strategy-guard.js";
import { documentRoute } from "./openapi/document-route.js";
import type { Swagger } from "./openapi/load-swagger.js";
import { pipelineInterceptor } from "./pipeline-interceptor.js";
import { answerRoute } from "./route-answer.js";
import { routePlaces } from "./route-places.js";
import { setupError } from "./setup-error.js";
import type { NestTier2Options } from "./tier2-options.js";
import { runtimeToken } from "./tokens.js";

export interface RuntimeParts {
  readonly name: string | undefined;
  readonly engine: Tier2Engine;
  readonly options: NestTier2Options;
  readonly moduleRef: ModuleRef;
  readonly discovery: DiscoveryService;
  readonly scanner: MetadataScanner;
  readonly http: HttpAdapterHost;
  readonly config: ApplicationConfig;
  readonly modules: ModulesContainer;
  readonly swagger: Swagger | undefined;
}

export type Found = DiscoveredMethod & { readonly tool: Tier2Tool };

/** One instance of the module in one app: its engine, and the methods that it guards. */
export class Tier2Runtime implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  readonly #parts: RuntimeParts;
  readonly #strategies: readonly StrategyGuard[];
  #methods: ReadonlyMap<object, ReadonlyMap<GuardedMethod, Found>> | undefined;

  constructor(parts: RuntimeParts) {
    this.#parts = parts;
    const { engine, options } = parts;
    const guards = [options.mcp ?? []].flat();
    this.#strategies = guards.map((guard) => new StrategyGuard(guard, engine, options, () => this.#ready()));
    this.#prepare();
  }

  /** @throws Tier2Error `invalid_setup` or `level_unavailable`: the app does not start */
  onModuleInit(): void {
    this.#ready();
  }

  /** Running operations end and are recorded, timers stop. */
  async onModuleDestroy(): Promise<void> {
    await this.#parts.engine.close();
  }

  /** Only now that no server is left: until then their calls are guarded, and refused. */
  onApplicationShutdown(): void {
    for (const strategy of this.#strategies) strategy.release();
  }

  /** One request that came through the pipeline to a guarded method. */
  async run(call: PipelineCall, invocation: Invocation): Promise<unknown> {
    const controller = call.context.getClass();
    const found = this.#ready().get(controller)?.get(call.guarded);
    if (found === undefined) {
      throw setupError(
        `${controller.name}.${call.guarded.key}`,
        "it was not there when the app started, so nothing guards it.",
      );
    }
    const answer = found.kind === "route" ? answerRoute : answerMethodTool;
    return withinPreview(undefined, () => answer(this.#parts, found, call, invocation));
  }

  /** Finds and checks what is guarded, once: an MCP server may be started before the app's modules are initialised. */
  #ready(): ReadonlyMap<object, ReadonlyMap<GuardedMethod, Found>> {
    if (this.#methods !== undefined) return this.#methods;
    const { name, discovery, scanner } = this.#parts;
    const methods = discoverMethods(discovery, scanner, name);
    const byController = new Map<object, Map<GuardedMethod, Found>>();
    this.#demandOwnName();
    demandReached(discovery, name);
    this.#demandNotShadowed();
    this.#demandRequester(methods);
    demandOwnNames(methods);
    for (const found of methods) {
      const ofController = byController.get(found.controller) ?? new Map<GuardedMethod, Found>();
      byController.set(found.controller, ofController.set(found.guarded, this.#register(found)));
    }
    for (const strategy of this.#strategies) {
      strategy.know(decoratedTools(discovery, scanner, name, strategy.transportId));
    }
    this.#demandNamedTools();
    this.#methods = byController;
    return byController;
  }

  /** A policy for a tool that is not there would protect nothing. Those of MCP servers may be registered at run time. */
  #demandNamedTools(): void {
    const { name, engine, options } = this.#parts;
    const { toolsLater = [], mcp = [] } = options;
    if (toolsLater === "any") return;
    const guarded = [mcp].flat().flatMap(({ tools = {} }) => Object.keys(tools));
    try {
      engine.demandNamedTools([...toolsLater, ...guarded]);
    } catch (error) {
      if (!(error instanceof Tier2Error)) throw error;
      throw setupError(name === undefined ? "Tier2Module" : `Tier2Module "${name}"`, error.message, error);
    }
  }

  /** Before `onModuleInit`: Nest reads the interceptors, and an OpenAPI document may be made, before that. */
  #prepare(): void {
    const { name, discovery, scanner, swagger, options } = this.#parts;
    const mayWait = (options.policies ?? []).length > 0; // which policies may apply hangs on the facts of a call
    for (const found of discoverMethods(discovery, scanner, name)) {
      putInnermost(found.method, (one) => one === pipelineInterceptor(name));
      if (found.kind === "route" && swagger !== undefined) documentRoute(found, swagger, { mayWait });
    }
  }

  #register(found: DiscoveredMethod): Found {
    const { engine, moduleRef, options } = this.#parts;
    demandGuardable(
      found,
      moduleRef,
      this.#strategies.map(({ transportId }) => transportId),
    );
    const tool = guardedTool(found, findProvider(moduleRef), options.store);
    engine.register(tool);
    return { ...found, tool };
  }

  /** Versions are known by now: they are enabled between the making of an app and its start. */
  #demandNotShadowed(): void {
    const { name, discovery, scanner, modules, config } = this.#parts;
    const versioning = config.getVersioning();
    const places = routePlaces({ discovery, scanner, modules, defaultVersion: versioning?.defaultVersion });
    demandNotShadowed(places, name, versioning);
  }

  /** Of two modules with one name the second would guard the routes of both, with its own store. */
  #demandOwnName(): void {
    const { name, discovery } = this.#parts;
    const same = discovery.getProviders().filter(({ token }) => token === runtimeToken(name));
    if (same.length <= 1) return;
    throw setupError(
      "Tier2Module",
      `there are two of them${name === undefined ? "" : ` named "${name}"`}: give each a \`name\` of its own.`,
    );
  }

  #demandRequester(methods: readonly DiscoveredMethod[]): void {
    const { requester, mcp } = this.#parts.options;
    if (typeof requester === "function" || (methods.length === 0 && mcp === undefined)) return;
    throw setupError(
      methods[0]?.about ?? "Tier2Module mcp",
      "Tier2Module has no `requester`, and callers who share one identity could confirm each other's operations.",
    );
  }
}
