import { NotExecuted } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { away, passOn } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

type Reconcile = NonNullable<NonNullable<Parameters<typeof fooTool>[0]>["reconcile"]>;
type Done = { message: string };

/** A handler that works on while its process is cut off; meanwhile another process settles its claim. */
async function cutOff(reconcile: Reconcile) {
  const world = aWorld();
  const working = deferred<Done>();
  const foo = fooTool({ execute: () => working.promise, reconcile });
  const first = world.process();
  const confirm_token = await first.preview(foo.tool, { id: 7 });
  const confirm = (by = world.process()) => by.call(foo.tool, { id: 7, confirm_token });
  const reply = confirm(first);
  await world.clock.advance(0);
  first.connection.intercept = away;
  await world.clock.advance(60_000);
  const settled = await confirm();
  first.connection.intercept = passOn;
  return { world, working, first, settled, reply, confirm, ...foo };
}

test("a late completion stands over a reconciled not_executed, is replayed, and raises contradicted", async () => {
  const { working, first, settled, reply, confirm, starts } = await cutOff(() => ({ outcome: "not_executed" }));
  expect(outcomeOf(settled)).toBe("not_executed");
  working.resolve({ message: "Foo 7 deleted" });
  expect((await reply).body).toMatchObject({ status: "ok", message: "Foo 7 deleted" });
  expect(await confirm()).toEqual({ ...(await reply), replayed: true });
  expect(first.told("contradicted")).toMatchObject([{ tool: "delete_foo", operationId: (await reply).operationId }]);
  expect(starts).toHaveLength(1);
});

test("a late failure has the system of record asked again, which may say the same", async () => {
  const { working, first, reply, confirm } = await cutOff(() => ({ outcome: "not_executed" }));
  working.reject(new Error("boom"));
  expect(outcomeOf(await reply)).toBe("not_executed");
  expect(outcomeOf(await confirm())).toBe("not_executed");
  expect(first.told("contradicted")).toEqual([]);
});

test("a late failure that nobody can explain stands over a reconciled not_executed", async () => {
  let asked = 0;
  const { working, first, reply, confirm } = await cutOff(() => ({
    outcome: asked++ === 0 ? "not_executed" : "unknown",
  }));
  working.reject(new Error("boom"));
  expect(outcomeOf(await reply)).toBe("failed");
  expect(outcomeOf(await confirm())).toBe("failed");
  expect(first.told("contradicted")).toHaveLength(1);
});

test("beside a reconciled completed, what was answered first stays the answer, for the late claim too", async () => {
  const { working, first, settled, reply, confirm } = await cutOff(() => ({ outcome: "completed", message: "found" }));
  expect(settled.body).toMatchObject({ status: "ok", message: "found" });
  working.resolve({ message: "Foo 7 deleted" });
  expect((await reply).body).toEqual(settled.body);
  expect(await confirm()).toEqual({ ...settled, replayed: true });
  expect(first.told("contradicted")).toEqual([]);
});

test.each<[string, (working: { resolve(done: never): void; reject(error: Error): void }) => void, string]>([
  ["refuses", ({ resolve }) => resolve({ refused: "no" } as never), "not_possible"],
  ["says NotExecuted", ({ reject }) => reject(new NotExecuted("no")), "not_executed"],
])("a claim that %s although it was found completed raises contradicted", async (_how, end, outcome) => {
  const { working, first, settled, reply, confirm } = await cutOff(() => ({ outcome: "completed", message: "found" }));
  end(working as never);
  expect(outcomeOf(await reply)).toBe(outcome);
  expect(await confirm()).toEqual({ ...settled, replayed: true });
  expect(first.told("contradicted")).toMatchObject([{ operationId: settled.operationId }]);
});

test("a late failure contradicts nothing: what was found completed may well be what it did", async () => {
  let asked = 0;
  const { working, first, settled, reply, confirm } = await cutOff(() =>
    asked++ === 0 ? { outcome: "completed", message: "found" } : { outcome: "unknown" },
  );
  working.reject(new Error("boom"));
  expect(outcomeOf(await reply)).toBe("failed");
  expect(await confirm()).toEqual({ ...settled, replayed: true });
  expect(first.told("contradicted")).toEqual([]);
});

test("a late completion of an unsettled doubt is simply recorded", async () => {
  const { working, first, settled, reply, confirm } = await cutOff(() => ({ outcome: "unknown" }));
  expect(outcomeOf(settled)).toBe("unknown_or_used/in_doubt");
  working.resolve({ message: "Foo 7 deleted" });
  expect(await confirm(first)).toEqual({ ...(await reply), replayed: true });
  expect(first.told("contradicted")).toEqual([]);
});

test("a contradiction whose recording lost its reply is told once", async () => {
  const { world, working, first, reply } = await cutOff(() => ({ outcome: "not_executed" }));
  let lost = 0;
  first.connection.intercept = async ({ write }, apply) => {
    const answer = await apply();
    if (write?.listed !== false || lost++ > 0 || !(answer as { ok: boolean }).ok) return answer;
    throw new Error("reply lost");
  };
  working.resolve({ message: "Foo 7 deleted" });
  await world.within(10_000, reply);
  expect(first.told("contradicted")).toHaveLength(1);
});
