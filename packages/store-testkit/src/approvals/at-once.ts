import type { Store } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { fay, fin, shop } from "./shop.js";

/**
 * Registers what approvals of core must withstand on a store at once. `stores` gives two on the same records, for the
 * engines of two processes; if they have connections, each its own.
 */
export function approvalsAtOnce(name: string, stores: () => readonly Store[]): void {
  describe(`approvals at once on ${name}`, () => {
    test("64 first calls at once, in two engines, open one request", async () => {
      const { call, close } = shop(stores(), 1);
      const replies = await Promise.all(Array.from({ length: 64 }, () => call({})));
      const ids = replies.map(({ body }) => body.status === "approval_pending" && body.approval.id);
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).toMatch(/^apr_/);
      await close();
    });

    test("of an allow and a deny at once, in two engines, one wins and the other hears of a conflict", async () => {
      for (let round = 0; round < 10; round += 1) {
        const { pending, decision, approvals, close } = shop(stores(), 1);
        const [here, there] = approvals;
        const id = await pending();
        const [yes, no] = [await decision(id, fin), await decision(id, fay)];
        const answers = await Promise.all([here?.allow(id, yes), there?.deny(id, no)]);
        expect(answers.filter((answer) => answer?.ok)).toHaveLength(1);
        expect(answers.find((answer) => !answer?.ok)).toMatchObject({ reason: "conflict" });
        await close();
      }
    });

    test.each([1, 20])("of 200 operations confirmed at once under a grant of %i uses that many start", async (uses) => {
      const { granted, tokens, call, starts, close } = shop(stores(), uses);
      await granted();
      const issued = await tokens(200);
      const replies = await Promise.all(issued.map((confirm_token) => call({ confirm_token })));
      expect(replies.filter(({ status }) => status === "ok")).toHaveLength(uses);
      expect(starts).toHaveLength(uses);
      await close();
    });

    test("nothing starts after a revoke was acknowledged", async () => {
      for (let round = 0; round < 2; round += 1) {
        const { granted, tokens, call, starts, decision, approvals, close } = shop(stores(), 1000);
        const id = await granted();
        const [one = "", ...issued] = await tokens(40);
        await call({ confirm_token: one });
        let acknowledgedMs = Number.POSITIVE_INFINITY;
        const revoked = (async () => {
          const why = await decision(id);
          const answer = await approvals[1]?.revoke(id, why);
          acknowledgedMs = performance.now();
          return answer;
        })();
        await Promise.all([revoked, ...issued.map((confirm_token) => call({ confirm_token }))]);
        expect(await revoked).toMatchObject({ ok: true });
        expect(starts.length).toBeGreaterThan(0);
        expect(starts.filter((ms) => ms > acknowledgedMs)).toEqual([]);
        await close();
      }
    });
  });
}
