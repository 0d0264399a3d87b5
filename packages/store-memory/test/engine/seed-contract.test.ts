import { expect, test, vi } from "vitest";
import { type Foo, type FooDb, seedHandler } from "./support/seed-delete-foo.js";
import { aWorld } from "./support/world.js";

const foo: Foo = { id: 7, name: "Black Friday FR", related_count: 12 };
const ctx = { token: { id: "mcp-token-1" } };

function setUp() {
  const world = aWorld();
  const { engine, connection } = world.process();
  const db = {
    getFoo: vi.fn<FooDb["getFoo"]>(async (id) => (id === foo.id ? foo : undefined)),
    deleteFoo: vi.fn<FooDb["deleteFoo"]>(async () => foo),
  };
  return { world, engine, connection, db, toolDeleteFoo: seedHandler(engine, db) };
}

async function previewed(toolDeleteFoo: ReturnType<typeof seedHandler>): Promise<string> {
  const { structuredContent } = await toolDeleteFoo({ params: { id: 7 }, ctx });
  return structuredContent?.confirm_token as string;
}

test("the first call answers a preview with a confirm token, and deletes nothing", async () => {
  const { db, toolDeleteFoo } = setUp();
  const result = await toolDeleteFoo({ params: { id: 7 }, ctx });
  const token = result.structuredContent?.confirm_token;
  expect(token).toMatch(/^cfm_[\w-]{43}$/);
  const envelope = {
    status: "confirmation_required",
    tool: "delete_foo",
    summary: "Will delete foo #7 'Black Friday FR' and 12 related things.",
    preview: { foo_id: 7, foo_name: "Black Friday FR", related_things_count: 12 },
    confirm_token: token,
    confirm_instructions: `Review the preview above. If correct, call "delete_foo" again with the SAME arguments plus "confirm_token": "${token}". Token expires in 5 minutes and is single-use.`,
  };
  expect(result.structuredContent).toEqual(envelope);
  expect(JSON.parse(result.content.at(-1)?.text ?? "")).toEqual(envelope);
  expect(result.isError).not.toBe(true);
  expect(db.deleteFoo).not.toHaveBeenCalled();
});

test("the text of a preview says first that nothing was executed", async () => {
  const { toolDeleteFoo } = setUp();
  const { content } = await toolDeleteFoo({ params: { id: 7 }, ctx });
  expect(content).toHaveLength(2);
  expect(content[0]?.text).toMatch(/^NOT EXECUTED/);
});

test("the second call with the token deletes once and answers ok", async () => {
  const { db, toolDeleteFoo } = setUp();
  const result = await toolDeleteFoo({ params: { id: 7, confirm_token: await previewed(toolDeleteFoo) }, ctx });
  const envelope = { status: "ok", tool: "delete_foo", message: "Foo 7 deleted", foo };
  expect(result.structuredContent).toEqual(envelope);
  expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(envelope);
  expect(db.deleteFoo).toHaveBeenCalledTimes(1);
});

test("each retry gets the same bytes again and deletes nothing", async () => {
  const { db, toolDeleteFoo } = setUp();
  const confirm_token = await previewed(toolDeleteFoo);
  const first = await toolDeleteFoo({ params: { id: 7, confirm_token }, ctx });
  for (let retry = 0; retry < 20; retry += 1) {
    const again = await toolDeleteFoo({ params: { id: 7, confirm_token }, ctx });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  }
  expect(db.deleteFoo).toHaveBeenCalledTimes(1);
});

test("what does not exist is refused without a token", async () => {
  const { connection, toolDeleteFoo } = setUp();
  const result = await toolDeleteFoo({ params: { id: 8 }, ctx });
  expect(result).toEqual({
    content: [{ type: "text", text: '{"status":"rejected","error":"Foo not found"}' }],
    isError: true,
  });
  expect(connection.operations).toEqual([]);
});

test("the order of keys never matters, on any level", async () => {
  const { engine } = setUp();
  const about = { tokenId: "mcp-token-1", toolName: "move" };
  const token = await engine.issueToken({ ...about, params: { to: { x: 1, y: [{ a: 1, b: 2 }] }, id: 7 } });
  const consumed = await engine.consumeToken({
    ...about,
    params: { id: 7, confirm_token: token, to: { y: [{ b: 2, a: 1 }], x: 1 } },
    confirm_token: token,
  });
  expect(consumed).toEqual({ ok: true, operation_id: expect.stringMatching(/^op_[\w-]{24}$/) });
});

test("the operation id is the same for the execution and for each replay", async () => {
  const { engine } = setUp();
  const about = { tokenId: "mcp-token-1", toolName: "move", params: { id: 7 } };
  const confirm_token = await engine.issueToken(about);
  const executed = await engine.consumeToken({ ...about, confirm_token });
  await engine.recordCompletion(confirm_token, { done: true });
  const replayed = await engine.consumeToken({ ...about, confirm_token });
  expect(replayed).toEqual({ ...executed, completed: { done: true } });
});

test("the minutes in the instructions follow the time to live", async () => {
  const { engine } = aWorld().process({ ttlMs: 60_000 });
  const a = { tool: "delete_foo", summary: "s", preview: {}, token: "cfm_x" };
  expect(engine.previewResponse(a).structuredContent?.confirm_instructions).toContain("Token expires in 1 minute and");
});
