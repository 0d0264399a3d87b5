import type { Approver, Policy, Tier2Engine } from "@holdpoint/tier2-core";
import { getTier2Token, Tier2 } from "@holdpoint/tier2-nest";
import { McpController, Tool } from "@rekog/mcp-nest";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { appOf, platforms } from "./support/apps.js";
import { call, connect, serveMcp, strategyOf } from "./support/mcp.js";
import { requesterOfAda, tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

const parameters = z.object({ id: z.number() });
const content = [{ type: "text", text: "deleted" }];
const previewOf = ({ id }: { id: number }) => ({ summary: `Will delete foo ${id}`, preview: { id } });

@McpController()
class FooTools {
  @Tier2({ preview: "preview", category: "delete" })
  @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
  async remove({ id }: { id: number }) {
    ran.push(id);
    return { content };
  }
  preview(args: { id: number }) {
    return previewOf(args);
  }
}

const policies: Policy[] = [
  {
    ...{ id: "deletions", version: 1, scope: "named", tools: ["delete_foo", "purge_foo"] },
    ...{ approvers: ["group:ops"], onDeadline: "lapse" },
  },
];
const approver: Approver = { id: "user:bob", kind: "human", groups: ["ops"] };

describe.each(platforms)("on $platform", ({ adapter }) => {
  describe.each(["legacy", "auto"] as const)("in %s mode", (mode) => {
    test.each(["delete_foo", "purge_foo"])(
      "%s of mcp-nest that somebody has to allow waits without a token, and its approval stands beside each answer",
      async (name) => {
        const strategy = strategyOf();
        const tools = { purge_foo: { preview: previewOf } };
        const { module } = tier2({ policies, mcp: { strategy, others: 1, tools }, requester: requesterOfAda });
        const app = await appOf({ imports: [module], controllers: [FooTools] }, adapter);
        const url = await serveMcp(app, strategy);
        strategy.registerTool({
          ...{ name: "purge_foo", description: "Purge a foo", parameters },
          handler: async ({ id }: { id: number }) => {
            ran.push(id);
            return { content };
          },
        } as never);
        const client = await connect(url, { mode });
        const waits = await call(client, name, { id: 7 });
        expect(waits.isError).toBeUndefined();
        expect(waits.content[0].text).toMatch(/^NOT EXECUTED/);
        expect(waits.structuredContent).toMatchObject({ status: "approval_pending", tool: name });
        expect(JSON.stringify(waits)).not.toContain("cfm_");
        const { id } = waits.structuredContent.approval;
        expect(waits._meta["holdpoint/approval"]).toMatchObject({ id, status: "pending" });
        expect(ran).toEqual([]);

        const { approvals } = app.get<Tier2Engine>(getTier2Token());
        const { actionDigest = "" } = (await approvals.get(id, { approver })) ?? {};
        await approvals.allow(id, { approver, actionDigest, reason: "looked at it" });
        const { confirm_token } = (await call(client, name, { id: 7 })).structuredContent;
        const done = await call(client, name, { id: 7, confirm_token });
        const again = await call(client, name, { id: 7, confirm_token });
        for (const answer of [done, again]) {
          expect(answer.content).toEqual(content);
          expect(answer._meta["holdpoint/approval"]).toMatchObject({ id, status: "approved" });
        }
        expect(ran).toEqual([7]);
      },
    );
  });
});
