import type { Policy, PolicyScope } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { guardServer } from "../src/index.js";
import { call } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { addTool, invalidSetup, preview } from "./support/guarded.js";
import { linkedClient } from "./support/linked-client.js";

const policy = (scope: PolicyScope & { id?: string }): Policy => ({
  id: "asked",
  version: 1,
  approvers: ["group:ops"],
  onDeadline: "lapse",
  ...scope,
});
const named = policy({ scope: "named", tools: ["read"] });
const past = invalidSetup(/^Tool "read": a policy may ask a person about it, and it would run at once/);

/** A server with "drop", which is guarded, and what else its author registers. */
function serverUnder(policies: Policy[], tools: object, others: 1 | "refuse") {
  const server = newServer();
  const { tier2 } = engine({ policies });
  addTool(server, "drop");
  const guard = () => guardServer(server, tier2, { tools: { drop: { preview }, ...tools }, others });
  return { server, guard };
}

describe("a tool that would run at once, past a policy that may ask a person about it", () => {
  test.each([
    ["listed as 1", named, { read: 1 }, "refuse", {}],
    ["among the others", named, {}, 1, {}],
    ["under a policy of all tools", policy({ scope: "all" }), {}, 1, {}],
    ["annotated as destructive", policy({ scope: "destructive" }), { read: 1 }, "refuse", { destructiveHint: true }],
  ] as const)("%s, stops the start-up, registered before or after the guard", (_, asks, tools, others, annotations) => {
    const before = serverUnder([asks], tools, others);
    addTool(before.server, "read", { annotations });
    expect(before.guard).toThrow(past);

    const after = serverUnder([asks], tools, others);
    after.guard();
    expect(() => addTool(after.server, "read", { annotations })).toThrow(past);
  });

  test("does not run either where it came under the policy later, by its name or its annotation", async () => {
    const { server, guard } = serverUnder([named, policy({ id: "destructive", scope: "destructive" })], {}, 1);
    const renamed = addTool(server, "look");
    const annotated = addTool(server, "list");
    guard();
    const client = await linkedClient(server);
    expect((await call(client, "look")).isError).toBeUndefined();
    renamed.registered.update({ name: "read" });
    annotated.registered.update({ annotations: { destructiveHint: true } });
    for (const name of ["read", "list"]) {
      expect(
        await call(client, name).then(
          ({ isError }) => isError,
          () => true,
        ),
      ).toBe(true);
    }
    expect([renamed.runs.length, annotated.runs.length]).toEqual([1, 0]);
  });

  test("runs where the policies do not concern it", async () => {
    const { server, guard } = serverUnder([policy({ scope: "destructive" })], { read: 1 }, "refuse");
    const { runs } = addTool(server, "read");
    guard();
    await call(await linkedClient(server), "read");
    expect(runs).toHaveLength(1);
  });
});
