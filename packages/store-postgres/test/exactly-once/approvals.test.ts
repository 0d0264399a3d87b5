import { anyPostgres } from "@holdpoint/test-servers";
import { type Approver, type Policy, refuse, type Store } from "@holdpoint/tier2-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onLite, onPg } from "./support/kinds.js";
import { aWorld, rolledBack, type World, type WorldOptions } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

const approver: Approver = { id: "user:bob", kind: "human", groups: ["ops"] };
const payments = (uses: number): Policy[] => [
  {
    ...{ id: "payments", version: 1, scope: "named", tools: ["pay"], approvers: ["group:ops"], onDeadline: "lapse" },
    validity: { uses },
  },
];

/** Allows what the call asks for; answers its id. */
async function allowed({ call, engine }: Pick<World, "call" | "engine">, id = 1): Promise<string> {
  const { body } = await call({ id });
  if (body.status !== "approval_pending") throw new Error(`Not pending but ${JSON.stringify(body)}`);
  const { actionDigest = "" } = (await engine.approvals.get(body.approval.id, { approver })) ?? {};
  const decision = { approver, actionDigest, reason: "looked at it" };
  expect(await engine.approvals.allow(body.approval.id, decision)).toMatchObject({ ok: true });
  return body.approval.id;
}

const spent = async ({ engine }: Pick<World, "engine">, id: string) =>
  ((await engine.approvals.get(id, { approver }))?.spent ?? []).map(({ operationId }) => operationId);

describe.each([
  ["pg", onPg],
  ["PGlite", onLite],
])("on %s, a use of a grant in the tables of the transaction", (_name, open) => {
  const world = async (options: WorldOptions = {}) =>
    aWorld(await open(server.url), { policies: payments(1), ...options });

  test("is spent with the effect, and told with it and with its replay", async () => {
    const pay = await world();
    const id = await allowed(pay);
    const token = await pay.token();
    const done = await pay.confirm(token);
    const again = await pay.confirm(token);
    expect(await spent(pay, id)).toEqual([done.operationId]);
    for (const reply of [done, again]) expect(reply.approval).toMatchObject({ id, status: "approved", uses_left: 0 });
    expect([done.status, again.replayed, await pay.effects()]).toEqual(["ok", true, ["paid 1"]]);
    await pay.end();
  });

  test("is not spent where the effect is rolled back: the same token can be used again", async () => {
    let broken = true;
    const pay = await world({
      handler: async ({ effect }) => {
        await effect();
        if (broken) throw new Error("boom");
      },
    });
    const id = await allowed(pay);
    const token = await pay.token();
    expect((await pay.confirm(token)).body).toMatchObject(rolledBack);
    expect([await spent(pay, id), await pay.effects()]).toEqual([[], []]);
    // Nothing was spent, so nothing was given back.
    expect(pay.types()).not.toContain("use_refunded");
    broken = false;
    expect((await pay.confirm(token)).status).toBe("ok");
    expect([(await spent(pay, id)).length, await pay.effects()]).toEqual([1, ["paid 1"]]);
    await pay.end();
  });

  test("is not spent where the handler refuses, which is recorded", async () => {
    const pay = await world({ handler: () => refuse("paid already") });
    const id = await allowed(pay);
    const token = await pay.token();
    for (let times = 0; times < 2; times += 1) {
      expect((await pay.confirm(token)).body).toMatchObject({ reason: "not_possible" });
    }
    expect(await spent(pay, id)).toEqual([]);
    await pay.end();
  });

  test.each([1, 5])("lets as many through as there are: %i", async (uses) => {
    const pay = await world({ policies: payments(uses) });
    const id = await allowed(pay);
    const tokens = await Promise.all(Array.from({ length: uses + 4 }, () => pay.token()));
    const replies = await Promise.all(tokens.map((token) => pay.confirm(token)));
    expect(replies.filter(({ status }) => status === "ok")).toHaveLength(uses);
    expect([(await spent(pay, id)).length, (await pay.effects()).length]).toEqual([uses, uses]);
    await pay.end();
  });

  test("is not to be had after a revoke that was answered", async () => {
    const pay = await world();
    const id = await allowed(pay);
    const token = await pay.token();
    const { actionDigest = "" } = (await pay.engine.approvals.get(id, { approver })) ?? {};
    await pay.engine.approvals.revoke(id, { approver, actionDigest, reason: "changed my mind" });
    expect((await pay.confirm(token)).body).toMatchObject({ reason: "revoked" });
    expect(await pay.effects()).toEqual([]);
    await pay.end();
  });
});

describe("a use of a grant that lies elsewhere", () => {
  const elsewhere = async (
    handler: NonNullable<WorldOptions["handler"]>,
    through: (store: Store) => Store = (store) => store,
  ) => {
    const approvals = await onPg(server.url);
    const approvalStore = through(approvals.store);
    const pay = await aWorld(await onPg(server.url), { policies: payments(1), approvalStore, handler });
    return { ...pay, end: () => Promise.all([pay.end(), approvals.opened.end()]) };
  };

  test("is given back where the effect is rolled back, and spent where it is committed", async () => {
    let broken = true;
    const pay = await elsewhere(async ({ effect }) => {
      await effect();
      if (broken) throw new Error("boom");
    });
    const id = await allowed(pay);
    const token = await pay.token();
    expect((await pay.confirm(token)).body).toMatchObject(rolledBack);
    expect([await spent(pay, id), await pay.effects()]).toEqual([[], []]);
    expect(pay.types()).toContain("use_refunded");
    broken = false;
    expect((await pay.confirm(token)).status).toBe("ok");
    expect([(await spent(pay, id)).length, await pay.effects()]).toEqual([1, ["paid 1"]]);
    await pay.end();
  });

  test("is given back where the handler refuses", async () => {
    const pay = await elsewhere(() => refuse("paid already"));
    const id = await allowed(pay);
    expect((await pay.confirm(await pay.token())).body).toMatchObject({ reason: "not_possible" });
    expect(await spent(pay, id)).toEqual([]);
    await pay.end();
  });

  test("stays its own where it could not be given back: the same token goes on with it", async () => {
    let broken = true;
    const swaps: string[] = [];
    const losing = (store: Store): Store => ({
      ...{ name: store.name, insert: store.insert.bind(store), get: store.get.bind(store) },
      ...{ list: store.list.bind(store), sweep: store.sweep.bind(store) },
      async swap(id, ...rest) {
        // The first is the decision, the second the use; what would give it back is lost.
        if (id.startsWith("a:") && swaps.push(id) > 2 && broken) throw new Error("connection reset");
        return store.swap(id, ...rest);
      },
    });
    const pay = await elsewhere(async ({ effect }) => {
      await effect();
      if (broken) throw new Error("boom");
    }, losing);
    const id = await allowed(pay);
    const token = await pay.token();
    expect((await pay.confirm(token)).body).toMatchObject(rolledBack);
    expect(pay.types()).toContain("use_kept");
    expect(await spent(pay, id)).toHaveLength(1);
    broken = false;
    expect((await pay.confirm(token)).status).toBe("ok");
    expect([(await spent(pay, id)).length, await pay.effects()]).toEqual([1, ["paid 1"]]);
    await pay.end();
  });
});
