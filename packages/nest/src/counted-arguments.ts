import "reflect-metadata";
import { messageArgument, routeArgument, routeArguments } from "./nest-metadata.js";
import type { Place } from "./place.js";
import { paramNamesOf } from "./tier2-param.js";

/** An argument that counts among the params. */
export interface Counted {
  readonly index: number;
  /** Of the param it is; without one, each of its members is a param. */
  readonly name?: string;
  /** Where it is taken from; for a param that `@Tier2Param()` alone names, that. */
  readonly place: Place | `@Tier2Param("${string}")`;
}

export type Kind = "route" | "tool";

const counting: Readonly<Record<Kind, Readonly<Record<number, Place>>>> = {
  route: { [routeArgument.body]: "body", [routeArgument.query]: "query", [routeArgument.path]: "path" },
  tool: { [messageArgument.payload]: "arguments" },
};

/** An argument under a parameter decorator of Nest: what it asked for, by Nest's number, NaN for a decorator of one's own. */
export interface Declared {
  readonly index: number;
  readonly what: number;
  readonly data?: unknown;
}

export function declaredArguments(controller: object, key: string): readonly Declared[] {
  const declared: Record<string, { index: number; data?: unknown }> =
    Reflect.getMetadata(routeArguments, controller, key) ?? {};
  return Object.entries(declared).map(([what, { index, data }]) => ({
    index,
    data,
    what: Number(what.split(":", 1)[0]),
  }));
}

/** Which arguments of a method are params: those under `@Body()`, `@Query()`, `@Param()`, and the named ones. */
export function countedArguments(controller: object, key: string, kind: Kind): readonly Counted[] {
  const declared = declaredArguments(controller, key);
  const names = paramNamesOf(controller, key);
  const found = declared.flatMap(({ index, what, data }): Counted[] => {
    const place = counting[kind][what];
    if (place === undefined || names[index] !== undefined) return [];
    return [{ index, place, ...(typeof data === "string" && data !== "" && { name: data }) }];
  });
  // A message handler without parameter decorators gets what was sent as its first argument.
  if (kind === "tool" && declared.length === 0 && names[0] === undefined) {
    found.push({ index: 0, place: "arguments" });
  }
  const named = Object.entries(names).flatMap(([key, name]): Counted[] => {
    if (name === false) return [];
    const index = Number(key);
    const own = declared.find((argument) => argument.index === index && argument.data === name);
    const place = own && counting[kind][own.what];
    return [{ index, name, place: place ?? `@Tier2Param("${name}")` }];
  });
  return [...found, ...named];
}
