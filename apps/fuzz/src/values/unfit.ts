class Money {
  readonly amount = 5;
}

const deep = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
};
const ring = (): unknown => {
  const list: unknown[] = [];
  list.push({ back: list });
  return list;
};

/**
 * What no canonical text may be given for: each would get the text of another value, or none, or keep the process busy.
 * Made anew each time, since some are large.
 */
export const unfit: readonly (() => unknown)[] = [
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -1 / 0,
  () => 2 ** 53,
  () => -(2 ** 53),
  () => 1e21,
  () => JSON.parse("12345678901234567890") as unknown,
  () => 10n,
  () => () => 1,
  () => Symbol("s"),
  () => [undefined],
  () => [1, undefined, 2],
  () => new Array(1),
  () => Object.assign(new Array(3), { 0: 1, 2: 1 }),
  () => new Date(0),
  () => new Map([["a", 1]]),
  () => new Set([1]),
  () => /a/,
  () => new Error("e"),
  () => Buffer.from("a"),
  () => new Uint8Array(2),
  () => Object(1),
  () => Object("a"),
  () => Promise.resolve(1),
  () => new Money(),
  () => Object.create({ amount: 5 }),
  () => ({ [Symbol("s")]: 1 }),
  () => ({ toJSON: () => 1 }),
  () => "a\ud800",
  () => "\udc00\ud800",
  () => ({ "\ud800": 1 }),
  ring,
  () => deep(65, (inner) => [inner]),
  () => deep(65, (inner) => ({ a: inner })),
];

/** The same, and slow to make: planted now and then. */
export const unfitAndHuge: readonly (() => unknown)[] = [
  () => deep(5_000, (inner) => [inner]),
  () => deep(100_000, (inner) => ({ a: inner })),
  () => new Array(10_001).fill(1),
  () => new Array(2 ** 32 - 1),
  () => Object.fromEntries(Array.from({ length: 10_001 }, (_none, index) => [`k${index}`, 1])),
  () => "x".repeat(262_145),
  () => ({ ["k".repeat(262_145)]: 1 }),
];
