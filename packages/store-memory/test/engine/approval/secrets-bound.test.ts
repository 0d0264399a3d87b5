import { expect, test } from "vitest";
import { outcomeOf } from "../support/world.js";
import { allow, approving, opsPolicy, pendingOf, tokenOf } from "./approving.js";

const secretsKey = "a key of at least thirty-two letters";
const secret = { secrets: ["password"] } as const;

test("what was allowed with one secret is not executed with another: that is another request", async () => {
  const { call, allowed, foo } = approving({}, secret);
  const { confirm_token, approval } = await allowed({ id: 7, password: "old-horse" });
  const swapped = pendingOf(await call({ id: 7, password: "new-horse" }));
  expect(swapped.approval.id).not.toBe(approval.id);
  expect(outcomeOf(await call({ id: 7, password: "new-horse", confirm_token }))).toBe("params_changed");
  expect(foo.starts).toEqual([]);
  expect(outcomeOf(await call({ id: 7, password: "old-horse", confirm_token }))).toBe("ok");
  expect(foo.starts.map(({ params }) => params.password)).toEqual(["old-horse"]);
});

test.each([
  ["a secret that was not there", { id: 7 }, { id: 7, password: "horse" }],
  ["no secret any more", { id: 7, password: "horse" }, { id: 7 }],
  ["an empty one", { id: 7, password: "horse" }, { id: 7, password: "" }],
  ["one that differs in a blank", { id: 7, password: "horse" }, { id: 7, password: "horse " }],
])("another secret is also %s", async (_, asked, swapped) => {
  const { call, allowed } = approving({}, secret);
  const { approval } = await allowed(asked);
  expect(pendingOf(await call(swapped)).approval.id).not.toBe(approval.id);
});

test("a policy that binds any call of the tool binds its secrets as little as its other arguments", async () => {
  const { call, allowed } = approving(
    { policies: [opsPolicy({ bind: "tool", validity: { uses: 2 } })] },
    {
      ...secret,
      category: "bulk",
      mutates: "reversible",
    },
  );
  await allowed({ id: 7, password: "old-horse" });
  expect(tokenOf(await call({ id: 8, password: "new-horse" }))).toMatch(/^cfm_/);
});

test("processes with one key are one deployment: what was asked in one is joined, and executed, in another", async () => {
  const { world, call, process, foo } = approving({ secretsKey }, secret);
  const second = world.process({ secretsKey, policies: [opsPolicy()] });
  const args = { id: 7, password: "horse" };
  const { approval } = pendingOf(await call(args));
  expect(pendingOf(await call(args, {}, second)).approval.id).toBe(approval.id);
  await allow(process, approval.id);
  const confirm_token = tokenOf(await call(args, {}, second));
  expect(outcomeOf(await call({ ...args, confirm_token }))).toBe("ok");
  expect(foo.starts).toHaveLength(1);
});

test("without one, another process asks anew, which is told where the tool is made known; without secrets nothing differs", async () => {
  const { world, call, process } = approving({}, secret);
  const second = world.process({ policies: [opsPolicy()] });
  const args = { id: 7, password: "horse" };
  const { approval } = pendingOf(await call(args));
  expect(pendingOf(await call(args, {}, second)).approval.id).not.toBe(approval.id);
  expect(process.told("secrets_unkeyed")).toMatchObject([{ tool: "delete_foo" }]);
  const plain = pendingOf(await call({ id: 7 })).approval.id;
  expect(pendingOf(await call({ id: 7 }, {}, second)).approval.id).toBe(plain);
  const keyed = approving({ secretsKey }, secret);
  await keyed.call(args);
  expect(keyed.process.told("secrets_unkeyed")).toEqual([]);
});

test("a reader of the store learns nothing of a weak secret: no digest of it lies there that a guess could be held against", async () => {
  const seen = async (key: string) => {
    const { call, process, world } = approving({ secretsKey: key }, secret);
    await call({ id: 7, password: "1234" });
    const [record] = (await world.store.list("a:", { limit: 1 })).records;
    const { actionDigest, requestedAtMs: _, ...request } = JSON.parse(record?.body ?? "{}");
    return { actionDigest, request, process };
  };
  const [one, other] = [await seen(secretsKey), await seen(`${secretsKey}!`)];
  // All that differs with the key is the digest: whoever lacks the key cannot try candidates.
  expect(one.actionDigest).not.toBe(other.actionDigest);
  expect(one.request).toEqual(other.request);
  expect(JSON.stringify(one.request)).not.toContain("1234");
});

test.each(["", "short", 7, null])("a key that is none is refused: %j", (odd) => {
  expect(() => approving({ secretsKey: odd as string }, secret)).toThrow(/secretsKey must be a text of at least 32/);
});
