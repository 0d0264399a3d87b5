import type { Approver, Tier2Engine } from "@holdpoint/tier2-core";
import { reviewRouter } from "@holdpoint/tier2-express";
import { getTier2Token, Tier2 } from "@holdpoint/tier2-nest";
import { Controller, Delete, Param, ParseIntPipe } from "@nestjs/common";
import { expect, test } from "vitest";
import { appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { requesterOfAda, tier2 } from "./support/module.js";

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "previewRemove", category: "delete" })
  remove(@Param("id", ParseIntPipe) id: number) {
    return { deleted: id };
  }

  previewRemove(id: number) {
    return { summary: `Will delete foo ${id}`, preview: { id } };
  }
}

test("people decide at the router of the Express adapter, and the guarded route goes on", async () => {
  const policies = [
    { id: "deletions", version: 1, scope: "all", approvers: ["group:ops"], onDeadline: "lapse" } as const,
  ];
  const { module } = tier2({ policies, requester: requesterOfAda });
  const app = await appOf({ imports: [module], controllers: [FoosController] });
  const authenticate = (): Approver => ({ id: "user:olga", kind: "human", groups: ["ops"] });
  app.use("/review", reviewRouter(app.get<Tier2Engine>(getTier2Token()), { authenticate }));
  const url = await serve(app);

  const first = await send(`${url}/foos/7`);
  expect([first.status, first.body.status]).toEqual([428, "approval_pending"]);
  const { items } = (await (await fetch(`${url}/review/approvals`)).json()) as {
    items: { id: string; action_digest: string; summary: string }[];
  };
  expect(items).toMatchObject([{ id: first.body.approval.id, summary: "Will delete foo 7" }]);
  const [{ id, action_digest } = { id: "", action_digest: "" }] = items;
  const allowed = await fetch(`${url}/review/approvals/${id}/allow`, {
    method: "POST",
    headers: { "content-type": "application/json", "tier2-review": "1" },
    body: JSON.stringify({ action_digest, reason: "looked at it" }),
  });
  expect(allowed.status).toBe(200);

  const { confirm_token } = (await send(`${url}/foos/7`)).body;
  const done = await send(`${url}/foos/7`, { body: { confirm_token } });
  expect([done.status, done.body]).toEqual([200, { deleted: 7 }]);
});
