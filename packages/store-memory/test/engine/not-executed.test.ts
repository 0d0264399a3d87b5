import { NotExecuted, refuse } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

class ForeignNotExecuted extends Error {
  readonly code = "not_executed"; // what another copy of the package throws
}

const endings = {
  "throws NotExecuted": {
    execute: () => {
      throw new NotExecuted("The gateway was closed.");
    },
    reason: "not_executed",
    error: "Not executed: The gateway was closed.",
  },
  "throws the NotExecuted of another copy of the package": {
    execute: () => {
      throw new ForeignNotExecuted("closed");
    },
    reason: "not_executed",
    error: "Not executed: closed",
  },
  "returns refuse(…)": {
    execute: () => refuse("Foo 7 has orders."),
    reason: "not_possible",
    error: "Foo 7 has orders.",
  },
} as const;

describe.each(Object.entries(endings))("a handler that %s", (_how, { execute, reason, error }) => {
  test("is answered so, and the answer is recorded and replayed without starting it again", async () => {
    const { call, preview, told } = aWorld().process();
    const { tool, starts } = fooTool({ execute });
    const confirm_token = await preview(tool, { id: 7 });
    const first = await call(tool, { id: 7, confirm_token });
    expect(first.body).toEqual({ status: "rejected", tool: "delete_foo", reason, error });
    expect(first.replayed).toBe(false);
    expect(await call(tool, { id: 7, confirm_token })).toEqual({ ...first, replayed: true });
    expect(starts).toHaveLength(1);
    expect(told("not_executed")).toHaveLength(1);
    expect(told("completed")).toEqual([]);
  });

  test("is remembered as not executed after the answer's retention", async () => {
    const world = aWorld();
    const { call, preview } = world.process();
    const { tool } = fooTool({ execute });
    const confirm_token = await preview(tool, { id: 7 });
    await call(tool, { id: 7, confirm_token });
    await world.clock.advance(300_000);
    const late = await call(tool, { id: 7, confirm_token });
    expect(outcomeOf(late)).toBe("not_executed");
    expect(late.body).toHaveProperty("error", expect.stringContaining("to get a new preview"));
  });

  test("asks no system of record", async () => {
    const { call, preview } = aWorld().process();
    const reconcile = () => {
      throw new Error("asked");
    };
    const { tool } = fooTool({ execute, reconcile });
    const { body } = await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) });
    expect(body).toMatchObject({ reason });
  });

  test("leaves the way free for a new preview", async () => {
    const { call, preview } = aWorld().process();
    let closed = true;
    const { tool, starts } = fooTool({ execute: () => (closed ? execute() : { message: "done" }) });
    await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) });
    closed = false;
    expect(outcomeOf(await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) }))).toBe("ok");
    expect(starts).toHaveLength(2);
  });
});
