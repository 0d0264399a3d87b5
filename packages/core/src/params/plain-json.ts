import { limits } from "./limits.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Why a value is no plain JSON, and where. */
export class NotPlainJson extends Error {
  override readonly name = "NotPlainJson";
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path === "" ? "the value" : path} ${problem}`);
    this.path = path;
  }
}

const loneSurrogate = /\p{Surrogate}/u;
const maxNamedChars = 200;
const maxClassNameChars = 40;

/** A class may call itself anything. */
function classNameOf(value: object): string {
  const name: unknown = value.constructor?.name;
  return typeof name === "string" && name !== "" ? name.slice(0, maxClassNameChars) : "special";
}

/**
 * Copies a value that JSON-RPC can carry, reading each member once; undefined members count as absent.
 *
 * Refused, because two different values would get the same JSON or none: NaN and ±Infinity (`1e400` parses to
 * it), integers beyond ±(2^53 − 1), BigInt, functions, symbols, undefined elements and holes, cycles, objects that
 * are not plain, lone surrogates, and more than `limits` allow.
 *
 * @throws NotPlainJson
 */
export function plainJson(value: unknown): Json {
  const open = new Set<object>();
  let members = 0;
  let chars = 0;

  function text(value: string, path: string): string {
    chars += value.length;
    if (chars > limits.chars) throw new NotPlainJson(path, `makes the whole longer than ${limits.chars} characters`);
    if (loneSurrogate.test(value)) throw new NotPlainJson(path, "holds a lone surrogate, which is no Unicode text");
    return value;
  }

  function number(value: number, path: string): number {
    if (!Number.isFinite(value)) throw new NotPlainJson(path, `is ${value}, which JSON cannot carry`);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new NotPlainJson(path, "is an integer beyond 2^53 - 1, which would lose digits: send it as text");
    }
    return value;
  }

  function nested<T extends object>(value: T, path: string, copy: () => Json): Json {
    if (open.has(value)) throw new NotPlainJson(path, "refers back to itself");
    if (open.size >= limits.depth) throw new NotPlainJson(path, `is nested deeper than ${limits.depth} levels`);
    open.add(value);
    const result = copy();
    open.delete(value);
    return result;
  }

  function member(value: unknown, path: string): Json {
    members += 1;
    if (members > limits.members) throw new NotPlainJson(path, `makes more than ${limits.members} members`);
    return any(value, path);
  }

  function object(value: object, path: string): Json {
    const prototype: unknown = Object.getPrototypeOf(value);
    // A plain object of another realm has a prototype of its own whose prototype is null.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      throw new NotPlainJson(path, `is a ${classNameOf(value)} object, not a plain one`);
    }
    if (Object.getOwnPropertySymbols(value).length > 0) throw new NotPlainJson(path, "has symbol keys");
    // No prototype, so that a member named __proto__ stays a member.
    const copy: { [key: string]: Json } = Object.create(null);
    for (const key of Object.keys(value)) {
      const inner: unknown = (value as Record<string, unknown>)[key];
      const place = path === "" ? key : `${path}.${key}`;
      if (inner !== undefined) copy[text(key, path)] = member(inner, place.slice(0, maxNamedChars));
    }
    return copy;
  }

  function any(value: unknown, path: string): Json {
    switch (typeof value) {
      case "string":
        return text(value, path);
      case "number":
        return number(value, path);
      case "boolean":
        return value;
      case "object":
        if (value === null) return null;
        return nested(value, path, () =>
          Array.isArray(value)
            ? Array.from(value, (element: unknown, index) =>
                member(element, `${path}[${index}]`.slice(0, maxNamedChars)),
              )
            : object(value, path),
        );
      default:
        throw new NotPlainJson(
          path,
          `is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}, not JSON`,
        );
    }
  }

  return any(value, "");
}
