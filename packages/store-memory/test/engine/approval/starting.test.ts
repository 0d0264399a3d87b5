import { describe, expect, test } from "vitest";
import { passOn } from "../support/connection.js";
import { deferred } from "../support/deferred.js";
import { outcomeOf } from "../support/world.js";
import { allow, approving, opsPolicy, pendingOf, revoke, shownTo, tokenOf } from "./approving.js";

const isUse = ({ method, id }: { method: string; id: string }) => method === "swap" && id.startsWith("a:");

describe("a handler that needs a grant", () => {
  test("does not start where the grant was revoked, and hears why", async () => {
    const world = approving();
    const { confirm_token, approval } = await world.allowed({ id: 7 });
    expect(await revoke(world, approval.id, "wrong customer")).toMatchObject({ ok: true });
    const { body } = await world.call({ id: 7, confirm_token });
    expect(body).toMatchObject({ reason: "revoked", detail: "wrong customer" });
    expect(world.foo.starts).toEqual([]);
  });

  test("does not start where it is revoked after it was read and before a use was spent", async () => {
    const world = approving();
    const { call, allowed, foo, process } = world;
    const { confirm_token, approval } = await allowed({ id: 7 });
    let revoked = false;
    process.connection.intercept = async (operation, apply) => {
      if (isUse(operation) && !revoked) {
        revoked = true;
        expect(await revoke(world, approval.id)).toMatchObject({ ok: true });
      }
      return apply();
    };
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("revoked/changed my mind");
    expect(foo.starts).toEqual([]);
  });

  test.each([
    [499, "ok"],
    [1000, "not_executed/too_late"],
  ])(
    "starts within a second of asking for its use, or not at all: where each answer takes %i ms %s",
    async (ms, outcome) => {
      const { world, call, allowed, foo, process } = approving();
      const { confirm_token, approval } = await allowed({ id: 7 });
      let isSlow = false;
      process.connection.intercept = async (operation, apply) => {
        const answer = await apply();
        isSlow ||= isUse(operation);
        if (isSlow && operation.id.startsWith("a:") && foo.starts.length === 0) await world.clock.advance(ms);
        return answer;
      };
      expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe(outcome);
      process.connection.intercept = passOn;
      expect(foo.starts).toHaveLength(outcome === "ok" ? 1 : 0);
      expect((await shownTo(process, approval.id)).spent).toHaveLength(outcome === "ok" ? 1 : 0);
    },
  );

  test("is not started by a process that wakes up after a revoke was answered", async () => {
    const world = approving();
    const { call, allowed, foo, process } = world;
    const { confirm_token, approval } = await allowed({ id: 7 });
    const asleep = deferred();
    process.connection.intercept = async (operation, apply) => {
      const answer = await apply();
      if (isUse(operation)) await asleep.promise;
      return answer;
    };
    const confirming = call({ id: 7, confirm_token });
    await world.world.clock.advance(0);
    const other = { ...world, process: world.world.process() };
    expect(await revoke(other, approval.id)).toMatchObject({ ok: true });
    asleep.resolve();
    expect(outcomeOf(await confirming)).toBe("revoked/changed my mind");
    expect(foo.starts).toEqual([]);
  });

  test("does not start under a lease that was not renewed meanwhile, even within that second", async () => {
    const { world, call, allowed, foo, process } = approving({ leaseMs: 1000 });
    const { confirm_token } = await allowed({ id: 7 });
    let isAway = false;
    process.connection.intercept = async (operation, apply) => {
      if (isAway) throw new Error("connection refused");
      const answer = await apply();
      if (isUse(operation) && foo.starts.length === 0) {
        isAway = true;
        await world.clock.advance(600);
        isAway = false;
      }
      return answer;
    };
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("not_executed/too_late");
    expect(foo.starts).toEqual([]);
  });

  test("is not executed where nobody knows whether its use was spent, and the use is given back", async () => {
    const { world, call, allowed, foo, process } = approving();
    const { confirm_token, approval } = await allowed({ id: 7 });
    let lost = 0;
    process.connection.intercept = async (operation, apply) => {
      const answer = await apply();
      if (!isUse(operation) || lost >= 3) return answer;
      lost += 1;
      throw new Error("reply lost");
    };
    expect(outcomeOf(await world.within(1000, call({ id: 7, confirm_token })))).toBe("not_executed/approval_unknown");
    expect(foo.starts).toEqual([]);
    expect(process.told("hook_failed")).toMatchObject([{ hook: "approval" }]);
    expect(await shownTo(process, approval.id)).toMatchObject({ status: "approved", spent: [] });
  });

  test("has its use where only the reply to it was lost", async () => {
    const { world, call, allowed, foo, process } = approving();
    const { confirm_token } = await allowed({ id: 7 });
    let lost = 0;
    process.connection.intercept = async (operation, apply) => {
      const answer = await apply();
      if (!isUse(operation) || lost > 0) return answer;
      lost += 1;
      throw new Error("reply lost");
    };
    expect(outcomeOf(await world.within(100, call({ id: 7, confirm_token })))).toBe("ok");
    expect(foo.starts).toHaveLength(1);
  });

  test("does not start where the approvals cannot be read", async () => {
    const { world, call, allowed, foo, process } = approving();
    const { confirm_token } = await allowed({ id: 7 });
    process.connection.intercept = async ({ method, id }, apply) => {
      if (method === "get" && id.startsWith("a:")) throw new Error("connection refused");
      return apply();
    };
    expect(outcomeOf(await world.within(1000, call({ id: 7, confirm_token })))).toBe("not_executed/approval_unknown");
    expect(foo.starts).toEqual([]);
  });

  test("does not start where its grant has come to its end in time", async () => {
    const { world, call, allowed, foo } = approving({
      policies: [opsPolicy({ validity: { uses: 1, minutes: 2 } })],
    });
    const { confirm_token } = await allowed({ id: 7 });
    await world.clock.advance(120_000);
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("approval_lapsed/lapsed");
    expect(foo.starts).toEqual([]);
  });
});

test("a first call between two grants finds the one that stands, and its token names that one", async () => {
  const { call, process, foo } = approving({}, { duplicates: "allow" });
  const first = pendingOf(await call({ id: 7 })).approval.id;
  await allow(process, first);
  await call({ id: 7, confirm_token: tokenOf(await call({ id: 7 })) });
  const second = pendingOf(await call({ id: 7 })).approval.id;
  await allow(process, second);
  await call({ id: 7, confirm_token: tokenOf(await call({ id: 7 })) });
  expect(foo.starts.map(({ ctx }) => ctx.approval?.id)).toEqual([first, second]);
});
