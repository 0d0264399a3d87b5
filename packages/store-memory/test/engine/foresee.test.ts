import type { Store } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { alice, allow, approving, bob, deny, opsPolicy, pendingOf, tokenOf } from "./approval/approving.js";

const paused = (checkpoint: "before" | "instead" | "after") => ({ policies: [opsPolicy({ checkpoint })] });

describe("what a call would meet", () => {
  test("is what its approver is then shown, and when a person is to look at it", async () => {
    const { call, process, foo } = approving(paused("instead"));
    const seen = await process.engine.foresee(foo.tool, { id: 7 }, { requester: alice });
    const { id } = pendingOf(await call({ id: 7 })).approval;
    const { actionDigest, preview } = (await process.engine.approvals.get(id, { approver: bob })) ?? {};
    expect(seen).toEqual({
      kind: "preview",
      tier: 2,
      params: { id: 7 },
      summary: "Will delete foo #7",
      preview,
      actionDigest,
      checkpoint: "instead",
      policies: [{ id: "deletions", version: 1 }],
    });
  });

  test("is asked without a trace: no request, no token, no event, no start", async () => {
    const { process, foo, world } = approving(paused("before"));
    const written: string[] = [];
    const { store } = world;
    const counting: Store = {
      name: store.name,
      get: (id) => store.get(id),
      list: (kind, page) => store.list(kind, page),
      sweep: (page) => store.sweep(page),
      insert: (id, write) => {
        written.push(id);
        return store.insert(id, write);
      },
      swap: (id, ...rest) => {
        written.push(id);
        return store.swap(id, ...rest);
      },
    };
    const other = world.process({ ...paused("before"), store: counting });
    for (const args of [{ id: 7 }, { id: "none" }, { id: 7, confirm_token: "cfm_unknown" }]) {
      await other.engine.foresee(foo.tool, args, { requester: alice });
    }
    expect(written).toEqual([]);
    expect([...process.events, ...other.events].filter(({ type }) => type !== "unclassified")).toEqual([]);
    expect((await process.engine.approvals.list({ approver: bob })).items).toEqual([]);
    expect(foo.starts).toEqual([]);
  });

  test("names the request, the grant and the refusal that stand there", async () => {
    const { call, process, foo } = approving({ policies: [opsPolicy({ coolDownMinutes: 5 })] });
    const standing = async (id: number) => {
      const seen = await process.engine.foresee(foo.tool, { id }, { requester: alice });
      return seen.kind === "preview" ? seen.approval : seen;
    };
    const [first, second] = [
      pendingOf(await call({ id: 1 })).approval.id,
      pendingOf(await call({ id: 2 })).approval.id,
    ];
    expect(await standing(1)).toEqual({ id: first, status: "pending" });
    await allow(process, first);
    await deny(process, second);
    expect(await standing(1)).toEqual({ id: first, status: "approved" });
    expect(await standing(2)).toEqual({ id: second, status: "denied" });
    expect(await standing(3)).toBeUndefined();
    await call({ id: 1, confirm_token: tokenOf(await call({ id: 1 })) });
    expect(await standing(1)).toBeUndefined();
  });

  test("with a token is the operation that it would start, and none once that was claimed", async () => {
    const { allowed, call, process, foo } = approving(paused("after"));
    const { approval, confirm_token, first } = await allowed({ id: 7 });
    const ask = (args: object, requester = alice) => process.engine.foresee(foo.tool, args, { requester });
    const { operationId } = first;
    expect(await ask({ id: 7, confirm_token })).toMatchObject({
      ...{ kind: "execution", tier: 2, operationId, checkpoint: "after", params: { id: 7 } },
      actionDigest: approval.actionDigest,
      approval: { id: approval.id, status: "approved" },
    });
    for (const other of [
      ask({ id: 8, confirm_token }),
      ask({ id: 7, confirm_token }, { ...alice, tokenId: "mallory" }),
    ]) {
      expect(await other).toMatchObject({ kind: "settled", operationId });
    }
    await call({ id: 7, confirm_token });
    expect(await ask({ id: 7, confirm_token })).toMatchObject({ kind: "settled", operationId });
    expect(foo.starts).toHaveLength(1);
  });

  test("is refused as the call itself would be, and shows no secret", async () => {
    const { process, foo } = approving(
      { ...paused("before"), authorize: (_, __, params) => (params as { id: number }).id !== 9 },
      { secrets: ["password"] },
    );
    const ask = (args: object, requester: typeof alice | undefined = alice) =>
      process.engine.foresee(foo.tool, args, { requester });
    const reasonOf = async (seen: ReturnType<typeof ask>) => ((await seen) as { reply?: { body: object } }).reply?.body;
    expect(await reasonOf(ask({ id: "seven" }))).toMatchObject({ status: "rejected", reason: "invalid_params" });
    expect(await reasonOf(ask({ id: 9 }))).toMatchObject({ reason: "access_revoked" });
    const nobody = process.engine.foresee(foo.tool, { id: 7 }, { requester: undefined });
    expect(await reasonOf(nobody)).toMatchObject({ detail: "requester_missing" });
    expect(JSON.stringify(await ask({ id: 7, password: "hunter22" }))).not.toContain("hunter22");
  });

  test("of a tool that runs at once is that it would", async () => {
    const { process, foo } = approving({ policies: [] }, { tier: 1 });
    const seen = await process.engine.foresee(foo.tool, { id: 7 }, { requester: alice });
    expect(seen).toEqual({ kind: "execution", tier: 1, params: { id: 7 }, policies: [] });
    expect(foo.starts).toEqual([]);
  });
});
