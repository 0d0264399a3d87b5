import { describe, expect, test } from "vitest";
import { settingsOf, type Tier2Options } from "../../src/engine/options.js";
import type { Store } from "../../src/store.js";

const store = { name: "some", insert() {}, swap() {}, get() {}, list() {}, sweep() {} } as unknown as Store;
const settings = (options: object) => settingsOf({ store, server: "shop", ...options } as Tier2Options);

describe("the settings of an engine", () => {
  test("are these unless said otherwise", () => {
    expect(settings({})).toEqual({
      times: { ttlMs: 300_000, retentionMs: 300_000, tombstoneMs: 86_400_000, leaseMs: 60_000 },
      ...{ waitForCompletionMs: 10_000, waitForDecisionMs: 0, duplicateWindowMs: 300_000, maxResultBytes: 65_536 },
      ...{ storeTimeoutMs: 5000, sweepIntervalMs: 60_000, elicitationTimeoutMs: 300_000 },
    });
  });

  const least: [keyof Tier2Options, number][] = [
    ["ttlMs", 1],
    ["retentionMs", 1],
    ["leaseMs", 3],
    ["waitForCompletionMs", 0],
    ["duplicateWindowMs", 0],
    ["maxResultBytes", 1024],
    ["storeTimeoutMs", 1],
    ["sweepIntervalMs", 1],
    ["elicitationTimeoutMs", 1],
  ];
  const all = ({ times, ...rest }: ReturnType<typeof settings>) => ({ ...times, ...rest }) as Record<string, number>;

  test.each(least)("%s may be any whole number from %i on", (name, smallest) => {
    for (const value of [smallest, 123_456_789]) expect(all(settings({ [name]: value }))[name]).toBe(value);
    expect(all(settings({ [name]: undefined }))[name]).toBe(all(settings({}))[name]);
  });

  test.each(least)("%s is refused where it is anything else, with its name and its least", (name, smallest) => {
    for (const value of [smallest - 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "300000", true, 5n]) {
      expect(() => settings({ [name]: value }), String(value)).toThrow(
        expect.objectContaining({
          code: "invalid_setup",
          message: `createTier2: ${name} must be a whole number, at least ${smallest}.`,
        }),
      );
    }
  });
});

test("an ended operation is remembered for at least as long as it counts as a duplicate", () => {
  for (const duplicateWindowMs of [0, 86_400_000, 90_000_000]) {
    expect(settings({ duplicateWindowMs }).times.tombstoneMs).toBe(Math.max(86_400_000, duplicateWindowMs));
  }
});

describe("an engine is refused", () => {
  test("without a server, which is part of every binding", () => {
    for (const server of [undefined, "", null, 5]) {
      expect(() => settings({ server })).toThrow(expect.objectContaining({ code: "invalid_setup" }));
      expect(() => settings({ server })).toThrow(/needs `server`/);
    }
  });

  test("without a store", () => {
    for (const none of [undefined, null, {}, "redis://"]) {
      expect(() => settings({ store: none })).toThrow(expect.objectContaining({ code: "invalid_setup" }));
      expect(() => settings({ store: none })).toThrow(/needs a `store`/);
    }
  });

  test.each(["authorize", "isEnabled", "risk", "onEvent", "journal"])("with a %s that is no function", (hook) => {
    for (const given of [false, null, 0, "", {}, true]) {
      expect(() => settings({ [hook]: given })).toThrow(new RegExp(`${hook} must be a function`));
    }
    expect(() => settings({ [hook]: () => true })).not.toThrow();
  });

  test("with a misspelt option, which would leave its hook unasked", () => {
    expect(() => settings({ authorise: () => false })).toThrow(/does not know the option "authorise"/);
  });

  test("with a store that lacks a method, two tools of one name, or no options at all", () => {
    expect(() => settings({ store: { swap() {} } })).toThrow(/needs a `store`/);
    expect(() => settings({ tools: [{ name: "a" }, { name: "b" }, { name: "a" }] })).toThrow(
      /two tools of the name "a"/,
    );
    expect(() => settings({ tools: {} })).toThrow(/tools must be a list/);
    expect(() => settingsOf(undefined as unknown as Tier2Options)).toThrow(/needs its options/);
  });
});
