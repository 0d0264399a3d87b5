import { defineTier2Tool } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { tier2Middleware } from "../src/index.js";
import { caller, engine, requester } from "./foos.js";
import { expresses, serve } from "./server.js";

describe.each(expresses)("on Express $version, a route of L2", ({ express }) => {
  test("is refused, since nobody can be asked over HTTP; one call in its arguments' lower level runs as ever", async () => {
    const { tier2, events } = engine();
    const ran: number[] = [];
    const tool = defineTier2Tool({
      name: "refund",
      category: "refund",
      input: z.strictObject({ amount: z.number() }),
      level: ({ amount }) => (amount > 50 ? "L2" : "L1"),
      preview: ({ amount }) => ({ summary: `Will refund ${amount}`, preview: {}, material: { target: "order:1" } }),
      execute: ({ amount }) => {
        ran.push(amount);
        return { message: "refunded" };
      },
    });
    const url = await serve(express().post("/refund", express.json(), tier2Middleware(tier2, tool, { requester })));
    const call = caller(`${url}/refund`);
    for (const confirm_token of [undefined, `cfm_${"A".repeat(43)}`]) {
      const refused = await call({ amount: 80, ...(confirm_token && { confirm_token }) });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.body.status).toBe("rejected");
    }
    const refused = await call({ amount: 80 });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { reason: "level_unavailable", detail: "user_not_reachable" },
    ]);
    expect(ran).toEqual([]);
    const { confirm_token } = (await call({ amount: 20 })).body;
    expect((await call({ amount: 20, confirm_token })).status).toBe(200);
    expect(ran).toEqual([20]);
    expect(events.map(({ type }) => type)).not.toContain("elicited");
  });

  test("does not take the token that an MCP client's preview gave: what that client's user would be asked, nobody asks here", async () => {
    const { tier2 } = engine();
    const ran: unknown[] = [];
    const tool = defineTier2Tool({
      ...{ name: "purge", category: "delete", level: "L2", input: z.strictObject({}) },
      preview: () => ({ summary: "Will purge", preview: {}, material: { target: "cache:1" } }),
      execute: () => {
        ran.push(1);
        return { message: "purged" };
      },
    });
    const url = await serve(express().post("/purge", express.json(), tier2Middleware(tier2, tool, { requester })));
    const elicit = async () => ({ action: "cancel" as const });
    const previewed = await tier2.call(tool, {}, { requester: { tokenId: "alice" }, elicit });
    const { confirm_token } = previewed.body as { confirm_token: string };
    const refused = await caller(`${url}/purge`)({ confirm_token });
    expect(refused.body).toMatchObject({ reason: "level_unavailable", detail: "user_not_reachable" });
    expect(ran).toEqual([]);
  });
});
