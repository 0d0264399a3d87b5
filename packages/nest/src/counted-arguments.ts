import "reflect-metadata";
import { messageArgument, routeArgument, routeArguments } from "./nest-metadata.js";
import { paramNamesOf } from "./tier2-param.js";

/** An argument that counts among the params. */
export interface Counted {
  readonly index: number;
  /** Of the param it is; without one, each of its members is a param. */
  readonly name?: string;
  /** What it is called where it has no members. */
  readonly place: string;
}

export type Kind = "route" | "tool";

const counting: Readonly<Record<Kind, Readonly<Record<number, string>>>> = {
  route: { [routeArgument.body]: "body", [routeArgument.query]: "query", [routeArgument.path]: "path" },
  tool: { [messageArgument.payload]: "arguments" },
};

interface Declared {
  readonly index: number;
  readonly data?: unknown;
}

/** Which arguments of a method are params: those under `@Body()`, `@Query()`, `@Param()`, and the named ones. */
export function countedArguments(controller: object, key: string, kind: Kind): readonly Counted[] {
  const declared: Record<string, Declared> = Reflect.getMetadata(routeArguments, controller, key) ?? {};
  const names = paramNamesOf(controller, key);
  const found = Object.entries(declared).flatMap(([what, { index, data }]): Counted[] => {
    const place = counting[kind][Number(what.split(":", 1)[0])];
    if (place === undefined || names[index] !== undefined) return [];
    return [{ index, place, ...(typeof data === "string" && data !== "" && { name: data }) }];
  });
  // A message handler without parameter decorators gets what was sent as its first argument.
  if (kind === "tool" && Object.keys(declared).length === 0 && names[0] === undefined) {
    found.push({ index: 0, place: "arguments" });
  }
  const named = Object.entries(names).map(([index, name]) => ({ index: Number(index), name, place: name }));
  return [...found, ...named];
}
