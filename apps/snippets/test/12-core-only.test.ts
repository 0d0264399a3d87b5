import { beforeEach, expect, test } from "vitest";
import { fastify, hono } from "../src/12-core-only.js";
import { db } from "../src/app.js";

beforeEach(() => db.reset());

test("a Fastify route: 428 with a preview, 200 once, and a replay that says so", async () => {
  const post = (payload: object) => fastify.inject({ method: "POST", url: "/delete_foo", payload });
  const preview = await post({ id: 7 });
  expect(preview.statusCode).toBe(428);
  const { confirm_token } = preview.json<{ confirm_token: string }>();

  const done = await post({ id: 7, confirm_token });
  expect([done.statusCode, done.headers["tier2-status"]]).toEqual([200, "ok"]);
  const again = await post({ id: 7, confirm_token });
  expect([again.body, again.headers["idempotency-replayed"]]).toEqual([done.body, "true"]);
  expect(db.deletions()).toEqual([7]);
  await fastify.close();
});

test("a Hono route takes the token from the header too, and the same deletion again only knowingly", async () => {
  const post = (body: object, headers: Record<string, string> = {}) =>
    hono.request("/delete_foo", { method: "POST", body: JSON.stringify(body), headers });
  const preview = await post({ id: 7 });
  expect(preview.status).toBe(428);
  const { confirm_token, duplicate_of } = (await preview.json()) as {
    confirm_token: string;
    duplicate_of: { operation_id: string };
  };

  const knowingly = { id: 7, acknowledge_duplicate: duplicate_of.operation_id };
  const done = await post(knowingly, { "Tier2-Confirm-Token": confirm_token });
  expect(done.status).toBe(200);
  expect(db.deletions()).toEqual([7]);
});
