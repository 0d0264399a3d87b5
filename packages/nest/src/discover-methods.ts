import "reflect-metadata";
import type { Type } from "@nestjs/common";
import type { DiscoveryService, MetadataScanner } from "@nestjs/core";
import { type GuardedMethod, guardedMethodOf } from "./guarded-method.js";
import { type Counted, countedArguments, type Kind } from "./counted-arguments.js";
import { mcpTool, routePath } from "./nest-metadata.js";

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

/** The guarded routes and tools of an instance of the module. */
export function discoverMethods(
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  instance: string | undefined,
): readonly DiscoveredMethod[] {
  const controllers = new Set(discovery.getControllers().map(({ metatype }) => metatype as Type | null));
  return [...controllers].flatMap((controller) => {
    const prototype: Record<string, unknown> | undefined = controller?.prototype;
    if (controller === null || prototype === undefined) return [];
    return scanner.getAllMethodNames(prototype).flatMap((key): DiscoveredMethod[] => {
      const method = prototype[key];
      const guarded = guardedMethodOf(method);
      if (guarded === undefined || guarded.options.instance !== instance) return [];
      const found = reachable(method as object, key);
      if (found === undefined) return [];
      const about = `${controller.name}.${key}`;
      const { kind, own } = found;
      const toolName = guarded.options.tool ?? own ?? about;
      const counted = countedArguments(controller, key, kind);
      return [{ controller, guarded, method: method as object, kind, toolName, counted, about }];
    });
  });
}

function reachable(method: object, key: string): { kind: Kind; own?: string } | undefined {
  const tool: { name?: string } | undefined = Reflect.getMetadata(mcpTool, method);
  if (tool !== undefined) return { kind: "tool", own: tool.name ?? key };
  return Reflect.hasMetadata(routePath, method) ? { kind: "route" } : undefined;
}
