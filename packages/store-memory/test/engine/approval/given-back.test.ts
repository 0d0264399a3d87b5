import type { Approver, Tier2Options } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { forever } from "../support/abandoned.js";
import { type Approving, alice, approving, bob, carol, opsPolicy, shownTo } from "./approving.js";

const ask: Approver = { id: alice.subject ?? "", kind: "human", groups: ["ops"] };
const eve: Approver = { id: "user:eve", kind: "human", groups: ["sales"] };
const nothing = { reason: "nothing in the log", as: { outcome: "not_executed" } } as const;

/** Its process died inside the handler, and what became of it is asked in another one. */
async function doubtOf({ world, process, call }: Approving, confirm_token: string, options: Partial<Tier2Options>) {
  void call({ id: 7, confirm_token });
  await world.clock.advance(0);
  process.die();
  const second = world.process(options);
  await world.clock.advance(60_000);
  const [doubt] = (await second.engine.operations.inDoubt()).items;
  const { operations } = second.engine;
  const settle = (by: Approver) => operations.settle(doubt?.operationId ?? "", { by, ...nothing });
  const rowFor = async (approver: Approver) => (await operations.inDoubt({ approver })).items[0];
  return { second, operations, settle, rowFor };
}

/** Allowed by Bob for one use. */
async function allowedOnce(options: Partial<Tier2Options> = {}) {
  const policies = [opsPolicy()];
  const approvingIt = approving({ policies }, { execute: forever });
  const { approval, confirm_token } = await approvingIt.allowed({ id: 7 });
  const doubt = await doubtOf(approvingIt, confirm_token, { policies, ...options });
  const usesLeft = async () => (await shownTo(doubt.second, approval.id)).usesLeft;
  return { ...doubt, usesLeft };
}

/** Nobody had to allow it. */
async function ownOnly(options: Partial<Tier2Options> = {}) {
  const free = approving({ policies: [] }, { execute: forever });
  const { body } = await free.call({ id: 7 });
  return doubtOf(free, (body as { confirm_token: string }).confirm_token, { policies: [], ...options });
}

describe("what became of an operation that somebody allowed", () => {
  test.each([bob, carol])("is said by one of those who could decide about it: $id", async (by) => {
    const { settle, usesLeft, second, rowFor } = await allowedOnce();
    expect((await rowFor(by))?.cannotSettle).toBeUndefined();
    expect(await settle(by)).toEqual({ ok: true });
    expect([await usesLeft(), second.told("use_refunded").length]).toEqual([1, 1]);
  });

  test.each([
    ["whoever asked", ask, "self_approval"],
    ["a person who could not have allowed it", eve, "not_entitled"],
  ] as const)("is not said by %s: it stays in doubt, and the use stays spent", async (_, by, reason) => {
    const { settle, usesLeft, second, operations, rowFor } = await allowedOnce();
    expect(await rowFor(by)).toMatchObject({ cannotSettle: reason });
    expect(await settle(by)).toEqual({ ok: false, reason });
    expect((await operations.inDoubt()).items).toHaveLength(1);
    expect([await usesLeft(), second.told("reconciled").length]).toEqual([0, 0]);
  });

  test.each<[string, NonNullable<Tier2Options["canDecide"]>]>([
    ["says no", async () => false],
    ["answers what is no yes", () => "yes" as never],
    [
      "throws",
      () => {
        throw new Error("directory away");
      },
    ],
  ])("is not said where the application %s", async (_, canDecide) => {
    const { settle, usesLeft, rowFor } = await allowedOnce({ canDecide });
    expect(await rowFor(bob)).toMatchObject({ cannotSettle: "not_permitted" });
    expect(await settle(bob)).toEqual({ ok: false, reason: "not_permitted" });
    expect(await usesLeft()).toBe(0);
  });

  test("is put to the application with the person and the approval, like any decision", async () => {
    const asked: unknown[] = [];
    const canDecide: NonNullable<Tier2Options["canDecide"]> = (approver, { tool, status }) =>
      asked.push([approver.id, tool, status]) > 0;
    const { settle } = await allowedOnce({ canDecide });
    expect(await settle(bob)).toEqual({ ok: true });
    expect(asked).toEqual([["user:bob", "delete_foo", "exhausted"]]);
  });
});

describe("what became of an operation that nobody had to allow", () => {
  test("is said by any person but those in whose name it came", async () => {
    const { settle, rowFor } = await ownOnly();
    expect(await rowFor(ask)).toMatchObject({ cannotSettle: "self_approval" });
    expect(await settle(ask)).toEqual({ ok: false, reason: "self_approval" });
    expect(await settle({ id: alice.tokenId, kind: "human" })).toEqual({ ok: false, reason: "self_approval" });
    expect(await settle(eve)).toEqual({ ok: true });
  });

  test("is put to the application, which is told what is in doubt", async () => {
    const asked: unknown[] = [];
    const canSettle: NonNullable<Tier2Options["canSettle"]> = (approver, operation) => {
      asked.push([approver.id, operation.tool, operation.requester]);
      return approver.id === "user:bob";
    };
    const { settle, rowFor } = await ownOnly({ canSettle });
    expect(await rowFor(eve)).toMatchObject({ cannotSettle: "not_permitted" });
    expect(await settle(eve)).toEqual({ ok: false, reason: "not_permitted" });
    expect(await settle(bob)).toEqual({ ok: true });
    expect(asked.at(-1)).toEqual(["user:bob", "delete_foo", alice]);
  });

  test("is said by nobody where what the application is asked throws, and that is told", async () => {
    const canSettle = () => {
      throw new Error("directory away");
    };
    const { settle, second } = await ownOnly({ canSettle });
    expect(await settle(bob)).toEqual({ ok: false, reason: "not_permitted" });
    expect(second.told("hook_failed")).toMatchObject([{ hook: "canSettle", operationId: expect.any(String) }]);
  });

  test("is said by nobody where the application chooses who decides, and could not be asked about this", async () => {
    const { settle } = await ownOnly({ canDecide: () => true });
    expect(await settle(bob)).toEqual({ ok: false, reason: "not_permitted" });
    const { settle: asked } = await ownOnly({ canDecide: () => false, canSettle: () => true });
    expect(await asked(bob)).toEqual({ ok: true });
  });

  test("shows no row to who is no human", async () => {
    const { operations } = await ownOnly();
    expect(await operations.inDoubt({ approver: { ...bob, kind: "agent" } as never })).toEqual({ items: [] });
  });
});
