import { expect, test } from "vitest";
import type { CallStep } from "../../src/engine/events.js";
import { paramsOf } from "../../src/engine/read-params.js";
import { runHandler } from "../../src/engine/run-handler.js";
import type { AnyDefinition } from "../../src/tool/define-tool.js";

test("what handler and reconcile throw is told without the secrets of the call", async () => {
  const told: CallStep<unknown>[] = [];
  const raise = (what: string) => () => {
    throw new Error(`${what} with hunter2`);
  };
  const ending = await runHandler({
    definition: {
      name: "log_in",
      execute: raise("execute"),
      reconcile: raise("reconcile"),
    } as unknown as AnyDefinition,
    params: paramsOf('{"password":"hunter2"}', ["password"]),
    preview: {},
    context: {
      ...{ requester: { tokenId: "alice" }, server: "shop", tool: "log_in", source: undefined },
      ...{ signal: new AbortController().signal, operationId: "op_1" },
    },
    claimedAtMs: 0,
    durationMs: () => 1,
    tell: (step) => told.push(step),
    under: () => {
      throw new Error("not asked where nothing was completed");
    },
  });
  expect(ending).toMatchObject({ outcome: "failed", step: { error: { message: "execute with [secret]" } } });
  expect(told).toMatchObject([{ hook: "reconcile", error: { message: "reconcile with [secret]" } }]);
  expect(`${(told[0] as { error: Error }).error.stack}`).not.toContain("hunter2");
});
