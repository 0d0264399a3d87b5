import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type Approver, defineTier2Tool, type Money } from "@holdpoint/tier2-core";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { tier2 } from "../src/06-policies.js";
import { app, own } from "../src/07-approver.js";

const refunded: string[] = [];
const refundOrder = defineTier2Tool({
  name: "refund_order",
  description: "Refunds an order.",
  category: "refund",
  input: z.object({ order: z.string(), amount: z.string(), currency: z.string() }),
  preview: ({ order, amount, currency }) => ({
    summary: `Will refund ${amount} ${currency} for ${order}`,
    preview: { order },
    material: { target: order, count: 1, amount: { value: amount, currency } satisfies Money },
  }),
  execute: ({ order }) => {
    refunded.push(order);
    return { message: `${order} refunded` };
  },
});

const requester = { tokenId: "t-alice", subject: "user:alice" };
const bob: Approver = { id: "user:bob", kind: "human", groups: ["finance"] };
const refund = async (order: string, amount: string, confirmToken?: string, currency = "EUR") =>
  (await tier2.call(refundOrder, { order, amount, currency }, { requester, ...(confirmToken && { confirmToken }) }))
    .body;
const tokenOf = (body: Awaited<ReturnType<typeof refund>>) =>
  body.status === "confirmation_required" ? body.confirm_token : undefined;

afterAll(() => tier2.close());

test("up to the limit the caller's own confirmation is enough; above it, or in another currency, finance decides", async () => {
  expect(await refund("small", "100.00")).toMatchObject({ status: "confirmation_required" });
  const asked = { status: "approval_pending", approval: { approvers: ["group:finance"] } };
  expect(await refund("large", "100.01")).toMatchObject(asked);
  expect(await refund("foreign", "1.00", undefined, "USD")).toMatchObject(asked);
});

test("one is allowed and one denied, by hand; what was allowed is refunded once it is confirmed", async () => {
  await own({ ...bob, id: "user:alice" });
  expect(await refund("large", "100.01")).toMatchObject({ status: "approval_pending" });

  await own(bob);
  const bodies = [await refund("large", "100.01"), await refund("foreign", "1.00", undefined, "USD")];
  expect(bodies.map(({ status }) => status).sort()).toEqual(["approval_pending", "confirmation_required"]);
  expect(bodies).toContainEqual(
    expect.objectContaining({
      approval: expect.objectContaining({ previous: expect.objectContaining({ status: "denied" }) }),
    }),
  );
  const [large, foreign] = bodies.map(tokenOf);
  const done = large ? await refund("large", "100.01", large) : await refund("foreign", "1.00", foreign, "USD");
  expect(done).toMatchObject({ status: "ok" });
  expect(refunded).toHaveLength(1);
});

test("a reviewer who is signed in lists what waits; a stranger is turned away", async () => {
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/review/approvals?status=pending`;
  const listed = await fetch(url, { headers: { cookie: "sid=s-1" } });
  expect(listed.status).toBe(200);
  expect(await listed.json()).toMatchObject({ items: [{ tool: "refund_order" }] });
  expect((await fetch(url)).status).toBe(401);
  server.close();
  server.closeAllConnections();
});
