import { createTier2, toHttp } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import Fastify from "fastify";
import { Hono } from "hono";
import { deleteFoo } from "./01-mcp-new.js";

const tier2 = createTier2({ store: memoryStore(), server: "foos" });

export const fastify = Fastify();
fastify.post<{ Body: Record<string, unknown> }>("/delete_foo", async (req, res) => {
  const { confirm_token, ...args } = req.body;
  const token = req.headers["tier2-confirm-token"] ?? confirm_token;
  const reply = toHttp(
    await tier2.call(deleteFoo, args, {
      requester: { tokenId: "from-your-auth" },
      ...(typeof token === "string" && { confirmToken: token }),
    }),
  );
  return res.code(reply.status).headers(reply.headers).send(reply.body);
});

export const hono = new Hono();
hono.post("/delete_foo", async (c) => {
  const { confirm_token, ...args } = await c.req.json();
  const { status, headers, body } = toHttp(
    await tier2.call(deleteFoo, args, {
      requester: { tokenId: "from-your-auth" },
      confirmToken: c.req.header("Tier2-Confirm-Token") ?? confirm_token,
    }),
  );
  return c.json(body, status, headers);
});
