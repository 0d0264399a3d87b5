import type { Hooks, Tier2Options } from "@holdpoint/tier2-core";
import { describe, expect, test, vi } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { alice, aWorld, outcomeOf } from "./support/world.js";

const reasons = { authorize: "access_revoked", isEnabled: "tool_disabled", risk: "risk_exceeded" } as const;
type Hook = Exclude<keyof Hooks, "canDecide" | "canSettle">;
const hooks = Object.keys(reasons) as Hook[];

const noes: Record<string, () => unknown> = {
  false: () => false,
  "1": () => 1,
  '"yes"': () => "yes",
  "an object": () => ({ allowed: true }),
  "new Boolean(true)": () => new Boolean(true),
  undefined: () => undefined,
  null: () => null,
  "a promise of 1": () => Promise.resolve(1),
  "a promise of a promise": () => Promise.resolve([Promise.resolve(true)]),
  "a throw": () => {
    throw new Error("directory unreachable");
  },
  "a rejection": () => Promise.reject(new Error("directory unreachable")),
};

/** A process whose one hook says yes until the claim is made, and what `after` says from then on. */
async function answeringAfterClaim(hook: Hook, after: () => unknown) {
  let claimed = false;
  const answer = vi.fn(() => (claimed ? after() : true));
  const process = aWorld().process({ [hook]: answer } as Partial<Tier2Options>);
  const foo = fooTool();
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  process.connection.intercept = async (operation, apply) => {
    const swapped = await apply();
    claimed ||= operation.method === "swap";
    return swapped;
  };
  const confirm = () => process.call(foo.tool, { id: 7, confirm_token });
  return { ...process, ...foo, answer, confirm };
}

describe.each(hooks)("after the claim, %s", (hook) => {
  test.each(Object.keys(noes))("answering %s is a no: nothing starts, and the refusal is recorded", async (no) => {
    const { confirm, starts, told } = await answeringAfterClaim(hook, noes[no] as () => unknown);
    const reply = await confirm();
    expect(outcomeOf(reply)).toBe(reasons[hook]);
    expect(starts).toEqual([]);
    expect(told("not_executed")).toHaveLength(1);
    const failed = no === "a throw" || no === "a rejection";
    const error = expect.objectContaining({ message: "directory unreachable" });
    expect(told("hook_failed")).toEqual(failed ? [expect.objectContaining({ hook, error })] : []);
  });

  test.each([true, Promise.resolve(true)])("answering %o is a yes", async (yes) => {
    const { confirm, starts, answer } = await answeringAfterClaim(hook, () => yes);
    expect(outcomeOf(await confirm())).toBe("ok");
    expect(starts).toHaveLength(1);
    expect(answer.mock.calls.length).toBe({ authorize: 3, isEnabled: 2, risk: 1 }[hook]);
  });

  test("a refusal is final: yes comes too late for this token", async () => {
    let answers = 0;
    const { confirm, starts } = await answeringAfterClaim(hook, () => answers++ > 0);
    const refused = await confirm();
    expect(await confirm()).toEqual({ ...refused, replayed: true });
    expect(starts).toEqual([]);
  });
});

describe.each(["authorize", "isEnabled"] as const)("before a preview, %s", (hook) => {
  test.each(Object.keys(noes))("answering %s is a no: no preview is computed and no token made", async (no) => {
    const { call, connection } = aWorld().process({ [hook]: noes[no] } as Partial<Tier2Options>);
    const preview = vi.fn();
    const { tool, starts } = fooTool({ preview });
    expect(outcomeOf(await call(tool, { id: 7 }))).toBe(reasons[hook]);
    expect(preview).not.toHaveBeenCalled();
    expect(connection.operations).toEqual([]);
    expect(starts).toEqual([]);
  });

  test("a no keeps a Tier-1 tool from running too", async () => {
    const { call } = aWorld().process({ [hook]: () => false } as Partial<Tier2Options>);
    const { tool, starts } = fooTool({ tier: 1 });
    expect(outcomeOf(await call(tool, { id: 7 }))).toBe(reasons[hook]);
    expect(starts).toEqual([]);
  });
});

test("a requester without access gets no replay and burns no token", async () => {
  let allowed = true;
  const { call, preview } = aWorld().process({ authorize: () => allowed });
  const { tool, starts } = fooTool({ duplicates: "allow" });
  const [used, fresh] = [await preview(tool, { id: 7 }), await preview(tool, { id: 7 })];
  await call(tool, { id: 7, confirm_token: used });
  allowed = false;
  for (const confirm_token of [used, fresh]) {
    expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("access_revoked");
  }
  allowed = true;
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: fresh }))).toBe("ok");
  expect(starts).toHaveLength(2);
});

test("a tool that was switched off meanwhile still replays what it did", async () => {
  let enabled = true;
  const { call, preview } = aWorld().process({ isEnabled: () => enabled });
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const first = await call(tool, { id: 7, confirm_token });
  enabled = false;
  expect(await call(tool, { id: 7, confirm_token })).toEqual({ ...first, replayed: true });
});

test("risk judges the material of the preview, authorize the validated params", async () => {
  const authorize = vi.fn(() => true);
  const risk = vi.fn(() => true);
  const material = { amount: { value: "12.50", currency: "EUR" }, target: "foo/7" };
  const { call, preview } = aWorld().process({ authorize, risk });
  const { tool } = fooTool({ preview: () => ({ summary: "s", preview: {}, material }) });
  await call(tool, { id: 7, note: "n", confirm_token: await preview(tool, { id: 7, note: "n", unknown: 1 }) });
  expect(risk.mock.calls).toEqual([[material, { requester: alice, tool: "delete_foo" }]]);
  expect(authorize.mock.calls).toEqual(Array(3).fill([alice, "delete_foo", { id: 7, note: "n" }]));
});

test("a tool without material is judged by risk all the same", async () => {
  const risk = vi.fn(() => false);
  const { call, preview } = aWorld().process({ risk });
  const { tool } = fooTool();
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) }))).toBe("risk_exceeded");
  expect(risk).toHaveBeenCalledWith({}, expect.anything());
});

test("after the claim the questions come in the order of the contract", async () => {
  const order: string[] = [];
  const note = (step: string) => {
    order.push(step);
    return true;
  };
  const { call, preview } = aWorld().process({
    authorize: () => note("authorize"),
    isEnabled: () => note("enabled"),
    risk: () => note("risk"),
    journal: async ({ type }) => void note(`journal ${type}`),
  });
  const { tool } = fooTool({
    preview: (_params, { recheck }) => {
      note(recheck ? "recheck" : "preview");
      return { summary: "s", preview: {}, stateVersion: "v1" };
    },
    execute: () => {
      note("handler");
      return { message: "done" };
    },
  });
  await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) });
  expect(order.join(", ")).toBe(
    "authorize, enabled, preview, authorize, authorize, enabled, recheck, risk, journal intent, handler, journal completed",
  );
});
