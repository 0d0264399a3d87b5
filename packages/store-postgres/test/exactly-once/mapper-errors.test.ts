import { anyPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onDrizzle, onDrizzlePostgresJs, onKysely, onPg, onPostgresJs, onTwoFunctions } from "./support/kinds.js";
import { aWorld, gate, inFlight, rolledBack } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

// Drizzle wraps the driver's error in one of its own, whose message repeats the statement with all its parameters.
describe.each([
  ["pg", onPg],
  ["postgres", onPostgresJs],
  ["Drizzle on pg", onDrizzle],
  ["Drizzle on postgres", onDrizzlePostgresJs],
  ["Kysely", onKysely],
  ["two functions", onTwoFunctions],
])("on %s", (_name, open) => {
  test("a wait for the row that took too long is known for one, whatever is around the driver's error", async () => {
    const held = gate();
    const started = gate();
    const world = await aWorld(await open(server.url), {
      waitForCompletionMs: 20,
      handler: async ({ effect }) => {
        await effect();
        started.pass();
        await held.open;
      },
    });
    const given = await world.token();
    const winner = world.confirm(given);
    await started.open;
    expect((await world.process().confirm(given)).body).toMatchObject(inFlight);
    held.pass();
    expect((await winner).body).toMatchObject({ status: "ok" });
    await world.end();
  });

  test("what the store's own statements carried stands in no event when one of them fails", async () => {
    const world = await aWorld(await open(server.url), {
      handler: async ({ effect }) => {
        await effect();
        await effect(null as never).catch(() => {});
        return { message: "the answer that is not to be told" };
      },
    });
    expect((await world.confirm(await world.token())).body).toMatchObject(rolledBack);
    const told = JSON.stringify(world.events);
    const [record] = await world.run(`select id, tag from "${world.opening.opened.schema}".record where id like 'c:%'`);
    const { id, tag } = record as { id: string; tag: string };
    for (const secret of [id.slice(2), ...tag.split(" ").slice(1), "not to be told"])
      expect(told).not.toContain(secret);
    expect(told).toMatch(/current transaction is aborted/);
    await world.end();
  });
});
