import { restAfter } from "../params/secrets.js";
import {
  elementsOf,
  isOpen,
  isSchema,
  type JsonSchema,
  propertiesOf,
  type SchemaObject,
  sameValue,
  unnamedOf,
} from "./json-schema.js";

/** May a path lead to something in a value of this schema? False only where the schema rules it out. */
export function leadsSomewhere(root: JsonSchema, path: string): boolean {
  const leads = (schema: JsonSchema, rest: string, seen: Set<JsonSchema>): boolean =>
    [...sameValue(root, schema)].some((one) => {
      if (typeof one === "boolean") return one;
      if (seen.has(one)) return false;
      seen.add(one);
      if (isOpen(one) || unnamedOf(one).length > 0) return true;
      return (
        elementsOf(one).some((element) => leads(element, rest, seen)) ||
        propertiesOf(one).some(([name, inner]) => {
          if (name === rest) return true;
          const after = restAfter(name, rest);
          return after !== undefined && leads(inner, after, new Set());
        })
      );
    });
  return leads(root, path, new Set());
}

/**
 * The paths of all that a schema marks `writeOnly: true`. Where a path cannot name it alone (below a member that the
 * schema does not name, or below itself in a recursive schema) the path of what holds it. "" is the whole value.
 */
export function writeOnlyPaths(root: JsonSchema): string[] {
  const collect = (schema: JsonSchema, path: string, above: readonly JsonSchema[]): string[] => {
    const all = [...sameValue(root, schema)].filter((one): one is SchemaObject => typeof one === "object");
    if (all.some((one) => one.writeOnly === true)) return [path];
    if (all.some((one) => above.includes(one))) return reachesWriteOnly(root, schema) ? [path] : [];
    const here = [...above, ...all];
    const below = (inner: JsonSchema, at: string) => collect(inner, at, here);
    return all.flatMap((one) => [
      ...elementsOf(one).flatMap((element) => below(element, path)),
      ...propertiesOf(one).flatMap(([name, inner]) => below(inner, path === "" ? name : `${path}.${name}`)),
      ...(unnamedOf(one).some((inner) => reachesWriteOnly(root, inner)) ? [path] : []),
    ]);
  };
  return [...new Set(collect(root, "", []))];
}

function reachesWriteOnly(root: JsonSchema, schema: JsonSchema, seen = new Set<unknown>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return [...sameValue(root, schema)].some((one) => {
    if (typeof one === "boolean") return false;
    if (one.writeOnly === true) return true;
    const inner = [...elementsOf(one), ...unnamedOf(one), ...propertiesOf(one).map(([, each]) => each)];
    return inner.some((each) => isSchema(each) && reachesWriteOnly(root, each, seen));
  });
}
