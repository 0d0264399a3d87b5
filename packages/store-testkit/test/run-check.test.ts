import { expect, test, vi } from "vitest";
import type { Check } from "../src/checks.js";
import { concernsFor, runCheck } from "../src/checks.js";
import { openMap } from "./support/open-map.js";

const aCheck = (changes: Partial<Check> = {}): Check => ({
  requirement: "insert-once",
  title: "a check",
  run: async () => {},
  ...changes,
});

test("a failure is led by the sentence of the requirement, and the store is closed all the same", async () => {
  const close = vi.fn();
  const open = async () => ({ ...(await openMap()()), close });
  const failing = aCheck({ run: () => Promise.reject(new Error("two were created")) });
  await expect(runCheck(failing, open)).rejects.toThrow(/^Of many concurrent inserts .*\ntwo were created$/s);
  expect(close).toHaveBeenCalledTimes(1);
  await runCheck(aCheck(), open);
  expect(close).toHaveBeenCalledTimes(2);
});

test("each check gets a store of its own", async () => {
  const open = vi.fn(openMap());
  await runCheck(aCheck(), open);
  await runCheck(aCheck(), open);
  expect(open).toHaveBeenCalledTimes(2);
});

test("a power that is declared to be lacking and yet given is a contradiction", async () => {
  const declared = { neverAway: "it lives in the process that asks" };
  await expect(runCheck(aCheck(), openMap(), declared)).rejects.toThrow(
    "neverAway is declared, and yet open gives goAway.",
  );
});

test("a declaration without a reason is none", () => {
  expect(() => concernsFor({ historyNeverChanges: " " })).toThrow("it needs its reason");
});
