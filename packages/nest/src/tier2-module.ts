import {
  createEngine,
  nodePlatform,
  type Platform,
  type Tier2Engine,
  Tier2Error,
  type Tier2Options,
} from "@holdpoint/tier2-core";
import {
  type DynamicModule,
  type InjectionToken,
  Module,
  type ModuleMetadata,
  type OptionalFactoryDependency,
  type Provider,
  type Type,
} from "@nestjs/common";
import {
  ApplicationConfig,
  DiscoveryModule,
  DiscoveryService,
  HttpAdapterHost,
  MetadataScanner,
  ModuleRef,
  ModulesContainer,
} from "@nestjs/core";
import { closeFirst } from "./close-first.js";
import { loadSwagger } from "./openapi/load-swagger.js";
import { setupError } from "./setup-error.js";
import type { Awaitable, NestTier2Options, Tier2OptionsFactory } from "./tier2-options.js";
import { Tier2Runtime } from "./tier2-runtime.js";
import { getTier2Token, optionsToken, runtimeToken } from "./tokens.js";

export interface Tier2ModuleOptions extends NestTier2Options {
  /** Where an app has several: what `@Tier2({ instance })` and `@InjectTier2(name)` refer to. */
  name?: string;
}

/** One of `useFactory`, `useClass` and `useExisting`. */
export interface Tier2ModuleAsyncOptions extends Pick<ModuleMetadata, "imports"> {
  name?: string;
  inject?: (InjectionToken | OptionalFactoryDependency)[];
  // biome-ignore lint/suspicious/noExplicitAny: the types of what is injected are the factory's own
  useFactory?: (...injected: any[]) => Awaitable<NestTier2Options>;
  useClass?: Type<Tier2OptionsFactory>;
  useExisting?: InjectionToken<Tier2OptionsFactory>;
}

/**
 * Makes an engine for the app and guards each method under `@Tier2()`. Global: import it once, in the root module. The
 * engine is a provider, see `InjectTier2`; it closes with the app.
 */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: a dynamic module is a class with static makers
export class Tier2Module {
  static forRoot({ name, ...options }: Tier2ModuleOptions): DynamicModule {
    return moduleOf(name, [], [{ provide: optionsToken(name), useValue: options }]);
  }

  /** With options made of injected providers: store, clock, event sinks, policies, hooks, the requester's sessions. */
  static forRootAsync(options: Tier2ModuleAsyncOptions): DynamicModule {
    return moduleOf(options.name, options.imports ?? [], optionsProviders(options));
  }
}

function optionsProviders({
  name,
  inject = [],
  useFactory,
  useClass,
  useExisting,
}: Tier2ModuleAsyncOptions): Provider[] {
  const provide = optionsToken(name);
  const given = [useFactory, useClass, useExisting].filter((way) => way !== undefined);
  if (given.length !== 1)
    throw setupError("Tier2Module.forRootAsync", "give one of useFactory, useClass and useExisting.");
  if (useFactory !== undefined) return [{ provide, inject, useFactory }];
  const factory = useClass ?? useExisting;
  const provider: Provider = {
    provide,
    inject: [factory as InjectionToken],
    useFactory: (made: Tier2OptionsFactory) => made.createTier2Options(),
  };
  return useClass === undefined ? [provider] : [useClass, provider];
}

/** What is wrong with the options, such as with one of the policies, is told with the module that they were given to. */
function engineOf(name: string | undefined, given: Tier2Options, platform: Platform): Tier2Engine {
  try {
    // Which tools there are is known once the app's methods are found: what policies name is checked then.
    return createEngine({ ...given, toolsLater: "any" }, platform);
  } catch (error) {
    if (!(error instanceof Tier2Error) || error.code !== "invalid_setup") throw error;
    throw setupError(name === undefined ? "Tier2Module" : `Tier2Module "${name}"`, error.message, error);
  }
}

function moduleOf(
  name: string | undefined,
  imports: NonNullable<ModuleMetadata["imports"]>,
  options: Provider[],
): DynamicModule {
  const engine: Provider = {
    provide: getTier2Token(name),
    inject: [optionsToken(name)],
    useFactory: ({
      requester: _requester,
      mcp: _mcp,
      platform = nodePlatform,
      ...given
    }: NestTier2Options): Tier2Engine => engineOf(name, given, platform),
  };
  const runtime: Provider = {
    provide: runtimeToken(name),
    inject: [
      getTier2Token(name),
      optionsToken(name),
      ModuleRef,
      DiscoveryService,
      MetadataScanner,
      HttpAdapterHost,
      ApplicationConfig,
      ModulesContainer,
    ],
    useFactory: async (
      engine: Tier2Engine,
      options: NestTier2Options,
      moduleRef: ModuleRef,
      discovery: DiscoveryService,
      scanner: MetadataScanner,
      http: HttpAdapterHost,
      config: ApplicationConfig,
      modules: ModulesContainer,
    ) => {
      closeFirst(modules, runtimeToken(name));
      const swagger = await loadSwagger();
      return new Tier2Runtime({ name, engine, options, moduleRef, discovery, scanner, http, config, modules, swagger });
    },
  };
  return {
    module: Tier2Module,
    global: true,
    imports: [DiscoveryModule, ...imports],
    providers: [...options, engine, runtime],
    exports: [getTier2Token(name), runtimeToken(name)],
  };
}
