import type { Approver, Policy, Tier2Engine } from "@holdpoint/tier2-core";
import type { Request } from "express";
import { describe, expect, test } from "vitest";
import { deleteFoo, guarded, requester } from "./foos.js";
import { expresses } from "./server.js";

const approver: Approver = { id: "user:bob", kind: "human", groups: ["ops"] };
const policies: Policy[] = [
  { id: "deletions", version: 1, scope: "named", tools: ["delete_foo"], approvers: ["group:ops"], onDeadline: "lapse" },
];

async function allow({ approvals }: Tier2Engine, id: string) {
  const { actionDigest = "" } = (await approvals.get(id, { approver })) ?? {};
  expect(await approvals.allow(id, { approver, actionDigest, reason: "looked at it" })).toMatchObject({ ok: true });
}

describe.each(expresses)("a route that somebody has to allow, on Express $version", ({ express }) => {
  const ofAda = (req: Request) => ({ tokenId: "nobody", ...requester(req), subject: "user:ada" });
  const start = () =>
    guarded({ express, tier2Options: { policies }, tool: deleteFoo(), options: { requester: ofAda } });
  const idIn = ({ body }: { body: Record<string, unknown> }) => (body.approval as { id: string }).id;

  test("answers plain fetch with what no client takes for a success, nor for a failure of the request", async () => {
    const { call, ran } = await start();
    const { status, headers, body, text } = await call({ id: 7 });
    // 428: nothing is wrong with the request, something has to come first. Not 2xx, not 3xx, not 5xx, and no 202.
    expect(status).toBe(428);
    expect(headers.get("tier2-status")).toBe("approval_pending");
    expect(headers.get("retry-after")).toBe("10");
    expect(headers.get("tier2-approval-id")).toBe(idIn({ body }));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({ status: "approval_pending", summary: "Will delete the foo" });
    expect(body).not.toHaveProperty("error");
    expect(text).not.toContain("cfm_");
    expect(ran).toEqual([]);
  });

  test("runs once after it was allowed and confirmed; its answer and each replay name the approval", async () => {
    const { call, ran, tier2 } = await start();
    const waits = await call({ id: 7 });
    await allow(tier2, idIn(waits));
    const { confirm_token } = (await call({ id: 7 })).body;
    const done = await call({ id: 7, confirm_token });
    const again = await call({ id: 7, confirm_token });
    expect([done.status, again.status, ran.length]).toEqual([200, 200, 1]);
    expect(again.text).toBe(done.text);
    for (const { headers } of [done, again]) expect(headers.get("tier2-approval-id")).toBe(idIn(waits));
    expect([done, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
  });
});
