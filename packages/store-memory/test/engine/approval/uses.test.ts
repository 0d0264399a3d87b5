import { NotExecuted, refuse } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { forever } from "../support/abandoned.js";
import { outcomeOf } from "../support/world.js";
import { approving, bob, opsPolicy, pendingOf, shownTo, tokenOf } from "./approving.js";

const leaseMs = 60_000;

describe("one use", () => {
  test("is spent by one operation, however many tokens were made under it", async () => {
    const { call, allowed, foo } = approving({}, { duplicates: "allow" });
    const { confirm_token } = await allowed({ id: 7 });
    const others = await Promise.all(Array.from({ length: 7 }, async () => tokenOf(await call({ id: 7 }))));
    const replies = await Promise.all([confirm_token, ...others].map((token) => call({ id: 7, confirm_token: token })));
    expect(replies.map(outcomeOf).sort()).toEqual([...Array(7).fill("approval_lapsed/exhausted"), "ok"]);
    expect(foo.starts).toHaveLength(1);
  });

  test("is not spent again by a retry, which hears the recorded answer", async () => {
    const { call, allowed, process } = approving();
    const { confirm_token, approval } = await allowed({ id: 7 });
    for (let times = 0; times < 3; times += 1) {
      expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("ok");
    }
    expect((await shownTo(process, approval.id)).spent).toHaveLength(1);
  });

  test("once spent, the next first call asks anew", async () => {
    const { call, allowed } = approving({}, { duplicates: "allow" });
    const { confirm_token, approval } = await allowed({ id: 7 });
    await call({ id: 7, confirm_token });
    expect(pendingOf(await call({ id: 7 })).approval.previous).toMatchObject({ id: approval.id, status: "exhausted" });
  });

  test("is spent last of all: after every question, the fingerprint and the intent", async () => {
    const order: string[] = [];
    const { call, allowed, process } = approving(
      {
        authorize: () => order.push("authorize") > 0,
        isEnabled: () => order.push("enabled") > 0,
        risk: () => order.push("risk") > 0,
        journal: async ({ type }) => {
          order.push(type);
        },
      },
      {
        preview: (_, { recheck }) => {
          if (recheck) order.push("state");
          return { summary: "s", preview: {}, stateVersion: "v1" };
        },
        execute: () => {
          order.push("handler");
          return { message: "done" };
        },
      },
    );
    const { confirm_token } = await allowed({ id: 7 });
    order.length = 0;
    process.connection.intercept = async ({ method, id }, apply) => {
      const kind = id.slice(0, 2);
      if (method !== "get") order.push({ "a:": "use", "d:": "duplicate", "c:": "record" }[kind] ?? kind);
      else if (kind === "a:") order.push("policy");
      return apply();
    };
    await call({ id: 7, confirm_token });
    // `policy` stands for reading the approval: once to judge it, once more to spend a use of what stands there by then.
    expect(order.slice(0, order.indexOf("handler") + 1)).toEqual([
      ...["authorize", "record", "authorize", "enabled", "policy", "state", "risk", "duplicate", "intent"],
      ...["policy", "use", "handler"],
    ]);
  });
});

describe("a use that did nothing", () => {
  const refusals = {
    "the handler refuses": () => refuse("gone already"),
    "the handler says NotExecuted": () => {
      throw new NotExecuted("gone already");
    },
  };

  test.each(Object.entries(refusals))("is given back where %s: another operation may have it", async (_, no) => {
    let says: () => ReturnType<typeof refuse> | { message: string } = no;
    const { call, allowed, process } = approving({}, { execute: () => says() });
    const { confirm_token, approval } = await allowed({ id: 7 });
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toMatch(/^not_/);
    expect(await shownTo(process, approval.id)).toMatchObject({ status: "approved", spent: [], usesLeft: 1 });
    expect(process.told("use_refunded")).toMatchObject([{ approvalId: approval.id }]);
    // Once: its retries hear the answer and give nothing back.
    await call({ id: 7, confirm_token });
    expect(process.told("use_refunded")).toHaveLength(1);
    says = () => ({ message: "deleted" });
    expect(outcomeOf(await call({ id: 7, confirm_token: tokenOf(await call({ id: 7 })) }))).toBe("ok");
  });

  test("stays spent where the handler threw: nobody knows what it did", async () => {
    const execute = () => {
      throw new Error("connection reset");
    };
    const { call, allowed, process } = approving({}, { execute });
    const { confirm_token, approval } = await allowed({ id: 7 });
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("failed");
    expect((await shownTo(process, approval.id)).spent).toHaveLength(1);
  });

  test.each(["reconcile", "settled by a person"])("of a process that died is kept until %s", async (how) => {
    let known: "unknown" | "not_executed" = "unknown";
    const { world, call, allowed, process, foo } = approving(
      {},
      { execute: forever, reconcile: () => ({ outcome: known }) },
    );
    const { confirm_token, approval } = await allowed({ id: 7 });
    void call({ id: 7, confirm_token });
    await world.clock.advance(0);
    process.die();
    const second = world.process({ policies: [opsPolicy()], tools: [foo.tool] });
    await world.clock.advance(leaseMs);
    const doubt = await call({ id: 7, confirm_token }, {}, second);
    expect(outcomeOf(doubt)).toBe("unknown_or_used/in_doubt");
    expect((await shownTo(second, approval.id)).spent).toHaveLength(1);
    if (how === "reconcile") known = "not_executed";
    else {
      const decision = { by: bob, reason: "the log shows nothing", as: { outcome: "not_executed" } } as const;
      expect(await second.engine.operations.settle(doubt.operationId as string, decision)).toEqual({ ok: true });
    }
    expect(outcomeOf(await call({ id: 7, confirm_token }, {}, second))).toBe("not_executed");
    expect(await shownTo(second, approval.id)).toMatchObject({ status: "approved", spent: [] });
  });

  test("that cannot be given back counts as spent, which is told, and the answer is as true as ever", async () => {
    const { world, call, allowed, process } = approving({}, { execute: () => refuse("gone already") });
    const { confirm_token, approval } = await allowed({ id: 7 });
    let swaps = 0;
    process.connection.intercept = async ({ method, id }, apply) => {
      if (method === "swap" && id.startsWith("a:") && ++swaps > 1) throw new Error("connection refused");
      return apply();
    };
    expect(outcomeOf(await world.within(1000, call({ id: 7, confirm_token })))).toBe("not_possible");
    expect(process.told("use_kept")).toMatchObject([{ approvalId: approval.id }]);
  });
});
