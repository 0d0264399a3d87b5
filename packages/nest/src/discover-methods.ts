import "reflect-metadata";
import type { Type } from "@nestjs/common";
import type { DiscoveryService, MetadataScanner } from "@nestjs/core";
import { type Counted, countedArguments, type Kind } from "./counted-arguments.js";
import { demandKept } from "./demand-kept.js";
import { demandNotCovered } from "./demand-not-covered.js";
import { type GuardedMethod, guardedMethodOf } from "./guarded-method.js";
import type { DecoratedTool, ToolHints } from "./mcp/tool-policy.js";
import { mcpTool, messageTransport, routePath } from "./nest-metadata.js";
import { setupError } from "./setup-error.js";

/** A guarded method that requests can reach: once per controller, also where several inherit it. */
export interface DiscoveredMethod {
  readonly controller: Type;
  readonly guarded: GuardedMethod;
  readonly method: object;
  readonly kind: Kind;
  readonly toolName: string;
  readonly counted: readonly Counted[];
  /** For messages. */
  readonly about: string;
}

interface Declared {
  readonly controller: Type;
  readonly key: string;
  readonly method: object;
  /** The controller itself; of a request-scoped one only its prototype. */
  readonly made: object | null;
}

/** Every method of every controller, inherited ones included. */
function methodsOf(discovery: DiscoveryService, scanner: MetadataScanner): readonly Declared[] {
  const instances = new Map<Type | null, object>();
  for (const { metatype, instance } of discovery.getControllers()) instances.set(metatype as Type | null, instance);
  return [...instances].flatMap(([controller, made]) => {
    const prototype: Record<string, object> | undefined = controller?.prototype;
    if (controller === null || prototype === undefined) return [];
    return scanner
      .getAllMethodNames(prototype)
      .map((key) => ({ controller, key, method: prototype[key] as object, made }));
  });
}

/** The guarded routes and tools of an instance of the module. */
export function discoverMethods(
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  instance: string | undefined,
): readonly DiscoveredMethod[] {
  return methodsOf(discovery, scanner).flatMap(({ controller, key, method, made }): DiscoveredMethod[] => {
    const about = `${controller.name}.${key}`;
    demandKept(about, { prototype: controller.prototype, key, method, instance });
    const guarded = guardedMethodOf(method);
    if (guarded === undefined || guarded.options.instance !== instance) return [];
    const own = toolNameOf(method, key);
    const isRoute = Reflect.hasMetadata(routePath, method);
    if (own === undefined && !isRoute) {
      throw setupError(
        about,
        "@Tier2() guards routes, and tools of mcp-nest, and this is neither, so no request comes to it. Put @Delete() or the like on it, or @Tool(); or take @Tier2() off.",
      );
    }
    demandNotCovered(about, made, key);
    if (own !== undefined && isRoute) {
      throw setupError(about, "it is a route and a tool at once: make two methods of it, each under its own @Tier2().");
    }
    const kind = own === undefined ? "route" : "tool";
    const toolName = guarded.options.tool ?? own ?? about;
    return [{ controller, guarded, method, kind, toolName, counted: countedArguments(controller, key, kind), about }];
  });
}

/**
 * The tools of one server of mcp-nest by name: whether this instance guards them, and what they say of themselves.
 *
 * @throws Tier2Error `invalid_setup` for two tools of one name, of which one is guarded
 */
export function decoratedTools(
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  instance: string | undefined,
  transportId: symbol,
): ReadonlyMap<string, DecoratedTool> {
  const found = new Map<string, DecoratedTool>();
  for (const { controller, key, method } of methodsOf(discovery, scanner)) {
    const name = toolNameOf(method, key);
    if (name === undefined || Reflect.getMetadata(messageTransport, method) !== transportId) continue;
    const guarded = guardedMethodOf(method);
    const isGuarded = guarded !== undefined && guarded.options.instance === instance;
    const { isGuarded: isOtherGuarded = isGuarded, hints = [] }: Partial<DecoratedTool> = found.get(name) ?? {};
    if (isOtherGuarded !== isGuarded) {
      throw setupError(
        `${controller.name}.${key}`,
        `the tool "${name}" is there twice, under @Tier2() and without, and a call of it may run either. Name them apart, or guard both.`,
      );
    }
    const { annotations }: { annotations?: ToolHints } = Reflect.getMetadata(mcpTool, method);
    found.set(name, { isGuarded, hints: [...hints, annotations] });
  }
  return found;
}

/** mcp-nest's name of a tool, if the method is one. */
function toolNameOf(method: object, key: string): string | undefined {
  const options: { name?: string } | undefined = Reflect.getMetadata(mcpTool, method);
  return options && (options.name ?? key);
}
