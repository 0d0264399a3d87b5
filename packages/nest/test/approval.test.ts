import type { Approver, Policy, Tier2Engine } from "@holdpoint/tier2-core";
import { getTier2Token, Tier2, tier2Operation } from "@holdpoint/tier2-nest";
import { Controller, Delete, Param, ParseIntPipe } from "@nestjs/common";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { requesterOfAda, tier2 } from "./support/module.js";

const approver: Approver = { id: "user:bob", kind: "human", groups: ["ops"] };
const policies: Policy[] = [
  {
    ...{ id: "deletions", version: 1, scope: "named", tools: ["FoosController.remove"] },
    ...{ approvers: ["group:ops"], onDeadline: "lapse" },
  },
];

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "previewRemove", category: "delete" })
  async remove(@Param("id", ParseIntPipe) id: number) {
    ran.push(tier2Operation()?.approval);
    return { deleted: id };
  }

  previewRemove(id: number) {
    return { summary: `Will delete foo ${id}`, preview: { id } };
  }
}

describe.each(platforms)("a route that somebody has to allow, on $platform", ({ adapter }) => {
  test("answers 428 and when to ask again; once allowed and confirmed it runs once, and knows who allowed it", async () => {
    const app = await appOf(
      { imports: [tier2({ policies, requester: requesterOfAda }).module], controllers: [FoosController] },
      adapter,
    );
    const url = `${await serve(app)}/foos/7`;
    const waits = await send(url);
    expect(waits.status).toBe(428);
    expect(waits.body).toMatchObject({ status: "approval_pending", summary: "Will delete foo 7" });
    expect(waits.headers.get("retry-after")).toBe("10");
    expect(waits.headers.get("tier2-status")).toBe("approval_pending");
    expect(waits.text).not.toContain("cfm_");
    expect(ran).toEqual([]);

    const { id } = waits.body.approval as { id: string };
    const { approvals } = app.get<Tier2Engine>(getTier2Token());
    const { actionDigest = "" } = (await approvals.get(id, { approver })) ?? {};
    await approvals.allow(id, { approver, actionDigest, reason: "looked at it" });
    const { confirm_token } = (await send(url)).body;
    const done = await send(url, { body: { confirm_token } });
    const again = await send(url, { body: { confirm_token } });
    expect([done.status, done.body, again.text]).toEqual([200, { deleted: 7 }, done.text]);
    for (const { headers } of [done, again]) expect(headers.get("tier2-approval-id")).toBe(id);
    expect(ran).toEqual([{ id, approvers: ["user:bob"] }]);
  });
});
