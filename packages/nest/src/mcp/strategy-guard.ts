import { describeTool, type Tier2Engine } from "@holdpoint/tier2-core";
import { setupError } from "../setup-error.js";
import type { NestTier2Options } from "../tier2-options.js";
import { demandNoEscape, guardIt, pastPolicies, registeredIn } from "./demand-no-escape.js";
import { type DynamicTool, guardDynamicTool } from "./dynamic-tool.js";
import { hookServer, type ServerGuard } from "./hook-server.js";
import type { McpGuard } from "./mcp-options.js";
import { type DecoratedTool, guardIn, type KnownTools, type Policy, policyOf, type ToolHints } from "./tool-policy.js";

/** What of a strategy is replaced, once: its servers are made later, per session or per request. */
interface Hooked {
  readonly options: { serverMutator?: (server: object) => object };
  registerTool(definition: DynamicTool): void;
}

/** Guards the tools of one strategy of mcp-nest, decorated ones and those registered at run time. */
export class StrategyGuard implements ServerGuard {
  readonly transportId: symbol;
  readonly #guard: McpGuard;
  readonly #engine: Tier2Engine;
  readonly #dynamic = new Set<string>();
  readonly #release: () => void;
  #isReleased = false;
  #decorated: ReadonlyMap<string, DecoratedTool> = new Map();

  /** `ready` finds the decorated tools: a strategy may be started before the app's modules are initialised. */
  constructor(guard: McpGuard, engine: Tier2Engine, options: NestTier2Options, ready: () => void) {
    if (typeof guard?.strategy?.registerTool !== "function") {
      throw setupError("Tier2Module mcp", "`strategy` is no McpStrategy of @rekog/mcp-nest.");
    }
    if ((guard.strategy as { built?: unknown }).built === true) {
      throw setupError(
        "Tier2Module mcp",
        "its strategy was started by another app, whose tools mcp-nest goes on calling. Make an McpStrategy of each app's own.",
      );
    }
    this.#guard = guard;
    this.#engine = engine;
    this.transportId = guard.strategy.transportId;
    const strategy = guard.strategy as unknown as Hooked;
    const { serverMutator } = strategy.options;
    const hook = (server: object): object => {
      if (this.#isReleased) return serverMutator?.(server) ?? server;
      ready();
      return hookServer(serverMutator?.(server) ?? server, this);
    };
    strategy.options.serverMutator = hook;
    const own = Object.getOwnPropertyDescriptor(strategy, "registerTool");
    const registerTool = strategy.registerTool.bind(strategy);
    const register = (definition: DynamicTool): void =>
      registerTool(this.#isReleased ? definition : this.#register(definition, options));
    strategy.registerTool = register;
    this.#release = () => {
      // Where another module hooked in above, what is left below it lets everything through.
      if (strategy.options.serverMutator === hook) {
        if (serverMutator === undefined) delete strategy.options.serverMutator;
        else strategy.options.serverMutator = serverMutator;
      }
      if (strategy.registerTool !== register) return;
      if (own === undefined) Reflect.deleteProperty(strategy, "registerTool");
      else Object.defineProperty(strategy, "registerTool", own);
    };
  }

  /** Gives the strategy back as it was, once its app is gone: another app may be made with it. */
  release(): void {
    this.#isReleased = true;
    this.#release();
  }

  /** @throws Tier2Error `invalid_setup` for a tool that would escape */
  know(decorated: ReadonlyMap<string, DecoratedTool>): void {
    this.#decorated = decorated;
    demandNoEscape(this.#known(), this.#guard);
  }

  policyOf(name: string): Policy {
    return policyOf(name, this.#known(), this.#guard);
  }

  #known(): KnownTools {
    const mayRunAtOnce = (name: string): boolean =>
      this.#hintsOf(name).every((hints) => this.#engine.mayRunAtOnce(name, hints));
    return { decorated: this.#decorated, dynamic: this.#dynamic, mayRunAtOnce };
  }

  /** Of whichever of them a call may run. */
  #hintsOf(name: string): readonly ToolHints[] {
    return this.#decorated.get(name)?.hints ?? [registeredIn(this.#guard.strategy).get(name)];
  }

  describe(name: string): ReturnType<ServerGuard["describe"]> {
    return describeTool(this.#engine.tools().find((summary) => summary.name === name));
  }

  #register(definition: DynamicTool, options: NestTier2Options): DynamicTool {
    const { name } = definition;
    const guard = guardIn(this.#guard.tools ?? {}, name);
    if (guard === undefined && this.#guard.others !== 1) {
      throw setupError(`Tool "${name}"`, 'it is not in `tools`, and `others` is "refuse".');
    }
    if (guard === undefined || guard === 1) {
      if (!this.#engine.mayRunAtOnce(name, definition.annotations))
        throw setupError(`Tool "${name}"`, `${pastPolicies} ${guardIt}`);
      this.#dynamic.delete(name);
      return definition;
    }
    this.#dynamic.add(name);
    return guardDynamicTool(definition, guard, this.#engine, options);
  }
}
