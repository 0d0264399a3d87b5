import { anyPostgres } from "@holdpoint/test-servers";
import { defineTier2Tool, type Elicit } from "@holdpoint/tier2-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { onLite, onPg } from "./support/kinds.js";
import { aWorld, type WorldOptions } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

const typing =
  (text: string): Elicit =>
  async ({ field }) => ({ action: "accept", content: { [field.name]: text } });

describe.each([
  ["pg", onPg],
  ["PGlite", onLite],
])("a tool of L2 with a transaction, on %s,", (_name, open) => {
  /** A tool like the world's own, one level up. */
  async function world(options: WorldOptions = {}) {
    const opening = await open(server.url);
    const made = await aWorld(opening, options);
    const { store, insert } = opening;
    const tool = defineTier2Tool({
      name: "pay_much",
      input: z.object({ id: z.number() }),
      ...{ category: "payout", level: "L2", retype: "amount", transaction: store, duplicates: "allow" },
      preview: () => ({
        ...{ summary: "Will pay", preview: {} },
        material: { amount: { value: "900.00", currency: "EUR" } },
      }),
      async execute({ id }, { tx }) {
        await insert(tx as never, `paid ${id}`);
        return { message: "Paid" };
      },
    });
    const call = (args: object, elicit?: Elicit) =>
      made.engine.call(tool, args, { requester: { tokenId: "alice" }, elicit });
    const token = async () => ((await call({ id: 1 }, typing(""))).body as { confirm_token: string }).confirm_token;
    return { ...made, call, token };
  }

  test("begins none before the user has typed the amount, and says in it that they did", async () => {
    const journal: unknown[] = [];
    const { call, token, effects, statuses, types, end } = await world({
      journal: async (event) => void journal.push(event),
    });
    const args = { id: 1, confirm_token: await token() };
    expect((await call(args)).body).toMatchObject({ reason: "level_unavailable", detail: "user_not_reachable" });
    expect((await call(args, typing("900"))).body).toMatchObject({ reason: "not_confirmed", detail: "wrong" });
    expect([await effects(), await statuses(), journal]).toEqual([[], ["pending"], []]);
    expect((await call(args, typing("900.00"))).body).toMatchObject({ status: "ok" });
    expect(await effects()).toEqual(["paid 1"]);
    expect(types()).toEqual(["proposed", "refused", "elicited", "refused", "elicited", "claimed", "completed"]);
    const elicited = { fact: "amount", atMs: expect.any(Number) };
    expect(journal).toMatchObject([
      { type: "intent", elicited },
      { type: "completed", elicited },
    ]);
    expect(await call(args)).toMatchObject({ replayed: true, body: { status: "ok" } });
    await end();
  });

  test("is asked about by each of two confirms at once, and pays once", async () => {
    const { call, token, effects, end } = await world({ waitForCompletionMs: 120_000 });
    const args = { id: 1, confirm_token: await token() };
    let asked = 0;
    const elicit: Elicit = (...given) => {
      asked += 1;
      return typing("900.00")(...given);
    };
    const replies = await Promise.all([call(args, elicit), call(args, elicit)]);
    expect(replies.map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect([asked, await effects()]).toEqual([2, ["paid 1"]]);
    await end();
  });
});
