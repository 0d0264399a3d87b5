import "reflect-metadata";
import { RequestMethod, type Type, VERSION_NEUTRAL } from "@nestjs/common";
import type { DiscoveryService, MetadataScanner, ModulesContainer } from "@nestjs/core";
import { type GuardedMethod, guardedMethodOf } from "./guarded-method.js";
import { modulePath, requestMethod, routeHost, routePath, routeVersion } from "./nest-metadata.js";
import { ownerOf } from "./owner-of.js";
import { isUnguarded } from "./tier2-unguarded.js";

/** Where a route answers, as far as its decorators, its controller and its module say. */
export interface RoutePlace {
  /** For messages. */
  readonly about: string;
  readonly method: RequestMethod;
  /** The segments, parameters without their names: two that differ only by those answer the same requests. */
  readonly path: string;
  readonly hosts: readonly string[] | undefined;
  readonly versions: readonly (string | symbol)[];
  readonly guarded: GuardedMethod | undefined;
  /** Its author decided that it runs at once. */
  readonly isMeant: boolean;
}

export interface RouteParts {
  readonly discovery: DiscoveryService;
  readonly scanner: MetadataScanner;
  readonly modules: ModulesContainer;
  /** Of a controller that says nothing of its own. */
  readonly defaultVersion: Version | undefined;
}

type Version = string | symbol | readonly (string | symbol)[];

/** All routes of an app, in the order in which Nest registers them. */
export function routePlaces({ discovery, scanner, modules, defaultVersion }: RouteParts): readonly RoutePlace[] {
  return discovery.getControllers().flatMap(({ metatype, host: module }) => {
    const controller = metatype as Type;
    const prototype: Record<string, object> = controller.prototype;
    const before = module && modulePathOf(module.metatype, modules.applicationId);
    const hosts = listOf<unknown>(Reflect.getMetadata(routeHost, controller))?.map(String);
    const controllerVersion: Version | undefined = Reflect.getMetadata(routeVersion, controller) ?? defaultVersion;
    const routes = scanner.getAllMethodNames(prototype).flatMap((key) => {
      const method = prototype[key] as object;
      const own = listOf<string>(Reflect.getMetadata(routePath, method));
      return own === undefined ? [] : [{ key, method, own }];
    });
    return (listOf<string>(Reflect.getMetadata(routePath, controller)) ?? []).flatMap((ofController) =>
      routes.flatMap(({ key, method, own }) =>
        own.map((ofMethod) => ({
          about: `${controller.name}.${key}`,
          method: Reflect.getMetadata(requestMethod, method) ?? RequestMethod.GET,
          path: pathShape([before, ofController, ofMethod]),
          hosts,
          versions: listOf(Reflect.getMetadata(routeVersion, method) ?? controllerVersion) ?? [VERSION_NEUTRAL],
          guarded: guardedMethodOf(method),
          isMeant: isUnguarded(ownerOf(prototype, key), key),
        })),
      ),
    );
  });
}

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value as T];

/** As `RouterModule` notes it: for one app, since several may share a module's class. */
const modulePathOf = (module: object, applicationId: string): string | undefined =>
  Reflect.getMetadata(modulePath + applicationId, module) ?? Reflect.getMetadata(modulePath, module);

/** One text for all paths that answer the same requests. Express tells no case apart unless it is asked to. */
export const pathShape = (parts: readonly (string | undefined)[]): string =>
  `/${parts
    .flatMap((part) => part?.split("/") ?? [])
    .filter((segment) => segment !== "")
    .map((segment) => segment.replace(/^([:*])\w+$/, "$1").toLowerCase())
    .join("/")}`;
