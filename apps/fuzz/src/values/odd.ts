import fc from "fast-check";
import { json } from "./json.js";

/** What handlers written in haste return: much of it is no JSON, some of it throws when it is looked at. */
const oddities: readonly (() => unknown)[] = [
  () => undefined,
  () => 10n,
  () => Number.NaN,
  () => new Date(0),
  () => new Date(Number.NaN),
  () => new Map([["a", 1]]),
  () => Symbol("s"),
  () => () => 1,
  () => "a\ud800",
  () => new Error("of the handler"),
  () => Buffer.from("bytes"),
  () => new Uint8Array(3),
  () => ({ toJSON: () => undefined }),
  () => ({ toJSON: () => ({ status: "rejected" }) }),
  () => ({
    toJSON() {
      throw new Error("toJSON");
    },
  }),
  () => Object.defineProperty({}, "member", { enumerable: true, get: thrown }),
  () => {
    const ring: unknown[] = [];
    ring.push(ring);
    return ring;
  },
  () => "x".repeat(70_000),
  () => ({ status: "ok", isError: true, content: "none", structuredContent: 1, _meta: null }),
  () => ({ status: "rejected", reason: "wrong_owner", error: 1 }),
  () => "line\r\nSet-Cookie: a=b",
];

function thrown(): never {
  throw new Error("getter");
}

/** Any value at all, made anew at each call: a function, so that counterexamples can be printed. */
export const odd: fc.Arbitrary<() => unknown> = fc.oneof(
  { weight: 2, arbitrary: json.any.map((value) => () => value) },
  { weight: 1, arbitrary: fc.constantFrom(...oddities) },
);
