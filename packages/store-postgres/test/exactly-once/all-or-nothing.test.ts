import { anyPostgres } from "@holdpoint/test-servers";
import { NotExecuted, refuse } from "@holdpoint/tier2-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinds } from "./support/kinds.js";
import { aWorld, rolledBack, type WorldOptions } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

describe.each(kinds)("on %s", (_name, open) => {
  const world = async (options: WorldOptions = {}) => aWorld(await open(server.url), options);

  test("effect and completion are committed together, once, and replayed byte for byte", async () => {
    const { token, confirm, effects, statuses, types, end } = await world();
    const given = await token();
    const first = await confirm(given);
    const again = await confirm(given);
    expect(first).toMatchObject({ status: "ok", replayed: false, body: { message: "Paid", id: 1 } });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await effects()).toEqual(["paid 1"]);
    expect(await statuses()).toEqual(["completed"]);
    expect(types()).toEqual(["proposed", "claimed", "completed", "replayed"]);
    await end();
  });

  test("a handler that throws leaves nothing behind: its token can be used again", async () => {
    let broken = true;
    const { token, confirm, effects, statuses, types, end } = await world({
      async handler({ effect }) {
        await effect();
        if (broken) throw new Error("the disk is full");
      },
    });
    const given = await token();
    expect((await confirm(given)).body).toMatchObject(rolledBack);
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual(["pending"]);
    broken = false;
    expect(await confirm(given)).toMatchObject({ status: "ok", replayed: false });
    expect(await effects()).toEqual(["paid 1"]);
    expect(types()).toEqual(["proposed", "rolled_back", "claimed", "completed"]);
    await end();
  });

  test.each([
    ["not_executed", () => Promise.reject(new NotExecuted("the offer is gone"))],
    ["not_possible", async () => refuse("the offer is gone")],
  ])("a handler that says %s has its writes undone and its word recorded", async (reason, no) => {
    const { token, confirm, effects, statuses, types, end } = await world({
      async handler({ effect }) {
        await effect();
        return no();
      },
    });
    const given = await token();
    const first = await confirm(given);
    expect(first.body).toMatchObject({ status: "rejected", reason });
    expect(await confirm(given)).toEqual({ ...first, replayed: true });
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual(["not_executed"]);
    expect(types()).toEqual(["proposed", "claimed", "not_executed", "replayed"]);
    await end();
  });

  test("a statement that failed rolls everything back, even if the handler keeps it to itself", async () => {
    const { token, confirm, effects, statuses, end } = await world({
      async handler({ effect }) {
        await effect();
        await effect(null as never).catch(() => {});
        return { message: "as if nothing had happened" };
      },
    });
    expect((await confirm(await token())).body).toMatchObject(rolledBack);
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual(["pending"]);
    await end();
  });

  test("a call of tier 1 runs in a transaction too, and what it throws undoes its writes", async () => {
    let broken = true;
    const { call, effects, end } = await world({
      tier: 1,
      async handler({ effect }) {
        await effect();
        if (broken) throw new Error("no");
      },
    });
    await expect(call({ id: 1 })).rejects.toThrow("no");
    expect(await effects()).toEqual([]);
    broken = false;
    expect(await call({ id: 1 })).toMatchObject({ status: "ok" });
    expect(await effects()).toEqual(["paid 1"]);
    await end();
  });
});
