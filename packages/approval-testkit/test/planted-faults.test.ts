import { describe, expect, test } from "vitest";
import { checks, failureTests, type Sizes } from "../src/checks.js";
import { bindingFaults } from "./faults/binding.js";
import { decidingFaults } from "./faults/deciding.js";
import { executingFaults } from "./faults/executing.js";
import { tellingFaults } from "./faults/telling.js";
import { failures, messagesOf } from "./support/failures.js";
import { subjectOf } from "./support/reference-subject.js";

const sizes: Sizes = { operations: 50, firstCalls: 8, rounds: 4, persistMs: 5, settleWithinMs: 50 };
const faults = [...bindingFaults, ...decidingFaults, ...executingFaults, ...tellingFaults];
const bitten = new Set<string>();

test.each(["mcp", "http"] as const)("a server that is right withstands every test, over %s", async (via) => {
  const failed = await failures(subjectOf(undefined, via), sizes);
  expect(failed, messagesOf(failed)).toEqual([]);
});

describe("a server that is right but for one thing fails exactly the test that is meant for it", () => {
  for (const { does, fails, server, via } of faults) {
    test(`one that ${does} [${fails}]`, async () => {
      const failed = await failures(subjectOf(server, via), sizes);
      for (const { check } of failed) bitten.add(check.name);
      expect([...new Set(failed.map(({ check }) => check.test))], messagesOf(failed)).toEqual([fails]);
      for (const { message } of failed) expect(message).toContain(failureTests[fails].sentence);
    });
  }
});

test("every failure test is failed by a planted server", () => {
  const failed = new Set(faults.map(({ fails }) => fails as string));
  expect(Object.keys(failureTests).filter((id) => !failed.has(id))).toEqual([]);
});

test("every check has failed on one of them", () => {
  expect(checks.map(({ name }) => name).filter((name) => !bitten.has(name))).toEqual([]);
});
