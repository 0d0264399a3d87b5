import type { Store } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { fay, fin, shop } from "./shop.js";

const made = ["garbage", "0:x", "-1", "a:zzzz", "99:a:1", "\u0000", "' or 1=1", "AAAAAAAAAAAA.0", "x".repeat(1000)];

/** Registers what people must be able to rely on who read lists of approvals, on a store; see `approvalsAtOnce`. */
export function approvalLists(name: string, stores: () => readonly Store[]): void {
  describe(`lists of approvals on ${name}`, () => {
    test("a page goes on in another process where the first one ended", async () => {
      const { opened, approvals, close } = shop(stores(), 1);
      const ids = await opened(5);
      const found: string[] = [];
      let cursor: string | undefined;
      for (let turn = 0; ; turn += 1) {
        const page = await approvals[turn % 2]?.list({
          ...{ approver: fin, status: "pending", limit: 2 },
          ...(cursor !== undefined && { cursor }),
        });
        found.push(...(page?.items ?? []).map(({ id }) => id));
        cursor = page?.cursor;
        if (cursor === undefined) break;
      }
      expect(found).toEqual(expect.arrayContaining(ids));
      await close();
    });

    test.each(made)(
      "a cursor that no list gave is refused as that, not read as a place or a store that is away: %j",
      async (cursor) => {
        const { approvals, operations, close } = shop(stores(), 1);
        for (const asked of [
          approvals[0]?.list({ approver: fin, cursor }),
          approvals[0]?.reviewItems({ approver: fin, cursor }),
          operations[0]?.inDoubt({ cursor }),
        ]) {
          await expect(asked).rejects.toMatchObject({ code: "invalid_cursor" });
        }
        await close();
      },
    );

    test("by when to decide is one instant, in each process and at each reading", async () => {
      const { pending, approvals, close } = shop(stores(), 1);
      const id = await pending();
      const read = [];
      for (let times = 0; times < 6; times += 1) {
        read.push((await approvals[times % 2]?.get(id, { approver: fin }))?.decideByMs);
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      expect(new Set(read).size).toBe(1);
      await close();
    });

    test("of an allow that is taken back and a second one at once, both words are on record, and one of them counts", async () => {
      for (let round = 0; round < 5; round += 1) {
        const { pending, decision, approvals, close } = shop(stores(), 1, 2);
        const id = await pending();
        await approvals[0]?.allow(id, await decision(id, fin));
        const yes = await decision(id, fay);
        const [taken] = await Promise.all([
          approvals[0]?.retract(id, { approver: fin, reason: "the wrong one" }),
          approvals[1]?.allow(id, yes),
        ]);
        const { status, allows, retracted = [] } = (await approvals[1]?.get(id, { approver: fin })) ?? {};
        expect([status, allows?.length, retracted.length]).toEqual(taken?.ok ? ["pending", 1, 1] : ["approved", 2, 0]);
        await close();
      }
    });
  });
}
