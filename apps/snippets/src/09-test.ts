// oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testTier2 } from "@holdpoint/tier2-store-memory/testing";
import { deleteFoo } from "./01-mcp-new.js";
import { db } from "./app.js";

beforeEach(() => db.reset());

test("a confirm after five minutes is refused and deletes nothing", async () => {
  const t = testTier2();
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  await t.advance({ minutes: 6 });
  const late = await t.call(deleteFoo, { id: 7, confirm_token });
  assert.equal(late.body.status === "rejected" && late.body.reason, "expired");
  assert.deepEqual(db.deletions(), []);
});

test("another requester cannot use the token; a replay runs nothing", async () => {
  const t = testTier2();
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  const stolen = await t.as({ tokenId: "mallory" }).call(deleteFoo, { id: 7, confirm_token });
  assert.equal(stolen.status, "rejected");
  const first = await t.call(deleteFoo, { id: 7, confirm_token });
  const again = await t.call(deleteFoo, { id: 7, confirm_token });
  assert.deepEqual([again.body, again.replayed], [first.body, true]);
  assert.deepEqual(db.deletions(), [7]);
});

test("arguments are typed", async () => {
  // @ts-expect-error the id is a number
  await assert.rejects(testTier2().preview(deleteFoo, { id: "7" }));
});

test("a process that dies in the handler deletes once, and its answer is found out", async () => {
  const t = testTier2();
  const { confirm_token } = await t.preview(deleteFoo, { id: 7 });
  t.crashInExecute();
  await assert.rejects(t.call(deleteFoo, { id: 7, confirm_token }), { name: "Crashed" });
  await t.advance({ minutes: 2 });
  const found = await t.call(deleteFoo, { id: 7, confirm_token });
  assert.equal(found.body.status === "ok" && found.body.message, "Foo 7 deleted");
  assert.deepEqual(db.deletions(), [7]);
});
