import { defineTier2Tool, toHttp, toToolResult } from "@holdpoint/tier2-core";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { abandon, forever } from "./support/abandoned.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf, type World } from "./support/world.js";

const canary = "canary-9f3a7c-hunter2";

/** Everything that left the engine for others to read: writes, events, answers in each form, thrown errors. */
function watched(world: World, options: Parameters<World["process"]>[0] = {}) {
  const journaled: unknown[] = [];
  const process = world.process({ journal: async (event) => void journaled.push(event), ...options });
  const answers: unknown[] = [];
  const call: typeof process.call = async (...call) => {
    const reply = await process.call(...call);
    answers.push(reply, toHttp(reply), toToolResult(reply));
    return reply;
  };
  const leaked = () =>
    JSON.stringify([process.connection.operations, process.events, journaled, answers], (_key, value: unknown) =>
      value instanceof Error ? [value.name, value.message, value.stack, value.cause] : value,
    ).includes(canary);
  return { ...process, call, leaked };
}

async function previewed(call: ReturnType<typeof watched>["call"], tool: Parameters<typeof call>[0]) {
  const { body } = await call(tool, { id: 7, password: canary });
  return (body as { confirm_token: string }).confirm_token;
}

test("the handler gets the secret from the confirm call, and nobody else keeps it", async () => {
  const world = aWorld();
  const { call, leaked } = watched(world);
  const { tool, starts } = fooTool({ secrets: ["password"] });
  const confirm_token = await previewed(call, tool);
  await call(tool, { id: 7, password: canary, confirm_token });
  await call(tool, { id: 7, password: canary, confirm_token });
  expect(starts[0]?.params.password).toBe(canary);
  expect(leaked()).toBe(false);
});

test("a secret that is not declared does leak: the watch above is awake", async () => {
  const { call, leaked } = watched(aWorld());
  await previewed(call, fooTool().tool);
  expect(leaked()).toBe(true);
});

test("wherever the tool repeats the secret it is hidden", async () => {
  const world = aWorld();
  const { call, leaked } = watched(world, { risk: () => true });
  const { tool } = fooTool({
    secrets: ["password"],
    preview: ({ id, password }) => ({
      summary: `Will log in with ${password}`,
      preview: { id, login: { with: password, [`key-${password}`]: 1 } },
      stateVersion: `v-${password}`,
    }),
    execute: ({ password }, { preview }) => ({
      message: `Logged in with ${password}`,
      details: { preview, form: JSON.stringify({ password }), list: [password] },
    }),
  });
  const confirm_token = await previewed(call, tool);
  const reply = await call(tool, { id: 7, password: canary, confirm_token });
  expect(reply.body).toMatchObject({ status: "ok", message: "Logged in with [secret]", list: ["[secret]"] });
  expect(leaked()).toBe(false);
});

test.each<[string, (password?: string) => never]>([
  [
    "throws it",
    (password) => {
      throw new Error(`535 bad password ${password}`);
    },
  ],
  [
    "throws it as a text",
    (password) => {
      throw `bad ${password}`;
    },
  ],
  [
    "throws an error caused by it",
    (password) => {
      throw new Error("x", { cause: new Error(password) });
    },
  ],
  [
    "says NotExecuted with it",
    (password) => {
      throw Object.assign(new Error(`bad ${password}`), { code: "not_executed" });
    },
  ],
  ["refuses with it", (password) => ({ refused: `bad password ${password}` }) as never],
])("a handler that %s tells nobody", async (_how, execute) => {
  const { call, leaked } = watched(aWorld());
  const { tool } = fooTool({ secrets: ["password"], execute: ({ password }) => execute(password) });
  const confirm_token = await previewed(call, tool);
  const reply = await call(tool, { id: 7, password: canary, confirm_token });
  expect(reply.status).toBe("rejected");
  expect(leaked()).toBe(false);
});

test.each(["authorize", "recheck"] as const)("nor does %s when it throws it", async (which) => {
  let armed = false;
  const boom = (params: unknown) => {
    if (armed) throw new Error(`no ${(params as { password: string }).password}`);
    return true;
  };
  const { call, leaked, told } = watched(aWorld(), which === "authorize" ? { authorize: (_r, _t, p) => boom(p) } : {});
  const { tool } = fooTool({
    secrets: ["password"],
    preview: (params) => ({ summary: "s", preview: {}, stateVersion: `v${which === "recheck" && boom(params)}` }),
  });
  const confirm_token = await previewed(call, tool);
  armed = true;
  await call(tool, { id: 7, password: canary, confirm_token });
  expect(told("hook_failed")).toHaveLength(1);
  expect(leaked()).toBe(false);
});

test("another secret on the confirm call is params_changed, and the first one still executes", async () => {
  const { call, leaked } = watched(aWorld());
  const { tool, starts } = fooTool({ secrets: ["password"] });
  const confirm_token = await previewed(call, tool);
  for (const password of ["wrong", "", undefined, `${canary} `]) {
    expect(outcomeOf(await call(tool, { id: 7, password, confirm_token }))).toBe("params_changed");
  }
  expect(outcomeOf(await call(tool, { id: 7, password: canary, confirm_token }))).toBe("ok");
  expect(starts).toHaveLength(1);
  expect(leaked()).toBe(false);
});

test("reconcile, which may run in another process a day later, does without it", async () => {
  const world = aWorld();
  const reconcile = vi.fn(() => ({ outcome: "unknown" }) as const);
  const foo = fooTool({ secrets: ["password"], execute: forever, reconcile });
  const { confirm_token } = await abandon(world, world.process(), foo, { id: 7, password: canary } as never);
  await world.process().call(foo.tool, { id: 7, password: canary, confirm_token });
  expect(reconcile.mock.calls).toEqual([[{ id: 7 }, expect.anything()]]);
});

test("a secret deep inside, and in each element of a list, is one too", async () => {
  const { call, leaked, connection } = watched(aWorld());
  const tool = defineTier2Tool({
    name: "create_smtp",
    category: "credentials",
    input: z.object({
      smtp: z.object({ host: z.string(), password: z.string() }),
      keys: z.array(z.object({ key: z.string() })),
    }),
    secrets: ["smtp.password", "keys.key"],
    preview: (params) => ({ summary: `For ${params.smtp.host}`, preview: params }),
    execute: (params) => ({ message: "created", details: { params } }),
  });
  const args = { smtp: { host: "mail.example", password: canary }, keys: [{ key: "k1" }, { key: `${canary}-2` }] };
  const { body } = await call(tool, args);
  await call(tool, { ...args, confirm_token: (body as { confirm_token: string }).confirm_token });
  expect(leaked()).toBe(false);
  expect(JSON.stringify(connection.operations)).toContain("mail.example");
});
