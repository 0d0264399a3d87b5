import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { app, tier2 } from "../src/03-express.js";
import { db } from "../src/app.js";

let server: Server;
let url: string;
beforeAll(async () => {
  const authenticated = express();
  authenticated.use((req, _res, next) => {
    const id = req.get("x-user");
    if (id !== undefined) req.user = { id, tokenId: `token of ${id}` };
    next();
  }, app);
  server = authenticated.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => db.reset());
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await tier2.close();
});

interface Sent {
  method: string;
  path: string;
  body?: object;
  token?: string;
  user?: string | null;
}

async function send({ method, path, body, token, user = "ann" }: Sent) {
  const res = await fetch(url + path, {
    method,
    headers: {
      ...(user !== null && { "x-user": user }),
      ...(token !== undefined && { "Tier2-Confirm-Token": token }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: res.status, headers: res.headers, body: (await res.json()) as Record<string, unknown> };
}

test("DELETE with the id in the path: 428, 200, and a replay, the token in header or body", async () => {
  const remove = { method: "DELETE", path: "/foos/7" };
  const preview = await send(remove);
  expect([preview.status, preview.body.preview]).toEqual([428, { foo_id: 7, foo_name: "seven", related: 3 }]);
  const token = String(preview.body.confirm_token);
  const first = await send({ ...remove, token });
  expect([first.status, first.body.message]).toEqual([200, "Foo 7 deleted"]);
  const again = await send({ ...remove, body: { confirm_token: token } });
  expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([200, first.body, "true"]);
  expect(db.deletions()).toEqual([7]);
});

test("POST with the id in the body", async () => {
  const post = { method: "POST", path: "/tools/delete_foo", user: "bob" }; // ann has just deleted it
  const preview = await send({ ...post, body: { id: 7 } });
  expect(preview.status).toBe(428);
  const { confirm_token } = preview.body;
  expect((await send({ ...post, body: { id: 8, confirm_token } })).status).toBe(422);
  expect((await send({ ...post, body: { id: 7, confirm_token }, user: "mallory" })).status).toBe(403);
  expect((await send({ ...post, body: { id: 7, confirm_token } })).status).toBe(200);
  expect(db.deletions()).toEqual([7]);
});

test("nobody is refused, an id that is no number is refused, an unknown foo is refused", async () => {
  expect((await send({ method: "DELETE", path: "/foos/7", user: null })).status).toBe(403);
  expect((await send({ method: "DELETE", path: "/foos/seven" })).status).toBe(400);
  expect((await send({ method: "DELETE", path: "/foos/8" })).body).toMatchObject({ reason: "not_possible" });
});
