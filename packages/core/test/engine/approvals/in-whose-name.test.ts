import { expect, test } from "vitest";
import type { Requester } from "../../../src/requester.js";
import { approvalWorld, asked, human, requirement } from "../../support/approvals.js";

const agent = { tokenId: "agent-7", subject: "user:svc" };
const names: readonly [string, Requester][] = [
  ["another subject", { ...agent, subject: "user:fin" }],
  ["somebody else's delegation", { ...agent, delegation: ["user:fin"] }],
  ["a longer chain of delegation", { ...agent, delegation: ["user:boss", "user:fin"] }],
];
const own: Requester = { ...agent, delegation: ["user:boss"] };

test.each(names)(
  "what comes in the name of %s joins no other request, and uses no other grant",
  async (_, requester) => {
    for (const bind of ["action", "tool"] as const) {
      const world = approvalWorld();
      const ask = asked({ requester: own, requirement: requirement({ bind, uses: 5 }) });
      const { id, actionDigest } = await world.request(ask);
      const other = await world.request({ ...ask, requester });
      expect(other.id).not.toBe(id);
      // Fin may decide what Boss asked for, and not what comes in the own name.
      expect(await world.approvals.allow(id, world.decision(actionDigest, human("user:fin")))).toMatchObject({
        ok: true,
      });
      expect(
        await world.approvals.allow(other.id, world.decision(other.actionDigest, human("user:fin"))),
      ).toMatchObject({
        reason: "self_approval",
      });
      expect((await world.request({ ...ask, requester })).id).toBe(other.id);
    }
  },
);

test("the order of a chain of delegation means nothing", async () => {
  const world = approvalWorld();
  const chain = (...delegation: string[]) => asked({ requester: { ...agent, delegation } });
  const { id } = await world.request(chain("user:a", "user:b"));
  expect((await world.request(chain("user:b", "user:a", "user:b"))).id).toBe(id);
});
