import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

type Params = { id: number; note?: string | undefined };

test("whatever one of them does to its params, the next one gets those that were hashed", async () => {
  const seen: [string, unknown][] = [];
  const spoil = (who: string, params: unknown) => {
    seen.push([who, structuredClone(params)]);
    (params as Params).id = 666;
    delete (params as Params).note;
  };
  const { call, preview } = aWorld().process({
    authorize: (_requester, _tool, params) => {
      spoil("authorize", params);
      return true;
    },
  });
  const { tool } = fooTool({
    tier: (params) => {
      spoil("tier", params);
      return 2;
    },
    level: (params) => {
      spoil("level", params);
      return "L1";
    },
    preview: (params, { recheck }) => {
      spoil(recheck ? "recheck" : "preview", params);
      return { summary: "s", preview: {}, stateVersion: "v1" };
    },
    execute: (params) => {
      spoil("execute", params);
      throw new Error("boom");
    },
    reconcile: (params) => {
      spoil("reconcile", params);
      return { outcome: "completed", message: "done" };
    },
  });
  const confirm_token = await preview(tool, { id: 7, note: "n" });
  expect(outcomeOf(await call(tool, { id: 7, note: "n", confirm_token }))).toBe("ok");
  const before = ["authorize", "level", "tier", "preview"];
  const after = ["authorize", "level", "authorize", "level", "recheck", "execute", "reconcile"];
  const askers = [...before, ...after];
  expect(seen).toEqual(askers.map((who) => [who, { id: 7, note: "n" }]));
});

test("what a preview function keeps of its answer does not change what was shown or stored", async () => {
  const kept = { summary: "s", preview: { foo_id: 7 }, material: { target: "foo/7" } };
  const seen: unknown[] = [];
  const { call } = aWorld().process({
    risk: (material) => {
      seen.push(material);
      return true;
    },
  });
  const { tool, starts } = fooTool({ preview: () => kept });
  const { body } = await call(tool, { id: 7 });
  kept.preview.foo_id = 666;
  kept.material.target = "foo/666";
  expect(body).toMatchObject({ preview: { foo_id: 7 } });
  await call(tool, { id: 7, confirm_token: (body as { confirm_token: string }).confirm_token });
  expect(starts[0]?.ctx.preview).toEqual({ foo_id: 7 });
  expect(seen).toEqual([{ target: "foo/7" }]);
});

test("what a handler keeps of its answer changes neither the first answer nor a replay", async () => {
  const kept = { message: "done", details: { receipt: "r1" } };
  const { call, preview } = aWorld().process();
  const { tool } = fooTool({ execute: () => kept });
  const confirm_token = await preview(tool, { id: 7 });
  const first = await call(tool, { id: 7, confirm_token });
  kept.details.receipt = "r666";
  expect(first.body).toMatchObject({ receipt: "r1" });
  expect((await call(tool, { id: 7, confirm_token })).body).toMatchObject({ receipt: "r1" });
});

test("what a caller does to an answer does not change the next replay", async () => {
  const { call, preview } = aWorld().process();
  const { tool } = fooTool({ execute: () => ({ message: "done", details: { foo: { id: 7 } } }) });
  const confirm_token = await preview(tool, { id: 7 });
  for (let times = 0; times < 3; times += 1) {
    const { body } = await call(tool, { id: 7, confirm_token });
    expect(body).toEqual({ status: "ok", tool: "delete_foo", message: "done", foo: { id: 7 } });
    (body as unknown as { foo: { id: number } }).foo.id = 666;
  }
});

test("one context serves one call: replay and execution get equal but separate previews", async () => {
  const { call, preview } = aWorld().process();
  const { tool, starts } = fooTool({ duplicates: "allow" });
  for (const id of [7, 7]) await call(tool, { id, confirm_token: await preview(tool, { id }) });
  expect(starts[0]?.ctx.preview).toEqual(starts[1]?.ctx.preview);
  expect(starts[0]?.ctx.preview).not.toBe(starts[1]?.ctx.preview);
});
