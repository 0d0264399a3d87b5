import { expect, test } from "vitest";
import { outcomeOf } from "../support/world.js";
import { alice, allow, approving, bob, opsPolicy, pendingOf, shownTo, tokenOf } from "./approving.js";

test.each([
  ["the subject that allowed it", { ...alice, subject: bob.id }],
  ["another subject", { ...alice, subject: "user:dora" }],
  ["whoever allowed it, by delegation", { ...alice, delegation: [bob.id] }],
])("a token is not confirmed in the name of %s", async (_, requester) => {
  const { allowed, call, foo, process } = approving();
  const { confirm_token, approval } = await allowed({ id: 7 });
  expect(outcomeOf(await call({ id: 7, confirm_token }, { requester }))).toBe("policy_changed/not_covered");
  expect(foo.starts).toEqual([]);
  // It was not executed, so whom it was allowed to may still do it.
  const again = tokenOf(await call({ id: 7 }));
  expect(outcomeOf(await call({ id: 7, confirm_token: again }))).toBe("ok");
  expect((await shownTo(process, approval.id)).spent).toHaveLength(1);
});

test("a grant for a session lets no other process confirm", async () => {
  const session = opsPolicy({ bind: "session", validity: { minutes: 60 } });
  const preview = () => ({ summary: "s", preview: {}, material: { credential: "sync-key" } });
  const { call, foo, process } = approving({ policies: [session] }, { category: "bulk", preview });
  const [mine, others] = ["p1", "p2"].map((name) => ({ requester: { ...alice, process: name } }));
  await allow(process, pendingOf(await call({ id: 7 }, mine)).approval.id);
  const confirm_token = tokenOf(await call({ id: 8 }, mine));
  expect(outcomeOf(await call({ id: 8, confirm_token }, others))).toBe("policy_changed/not_covered");
  expect(foo.starts).toEqual([]);
  expect(outcomeOf(await call({ id: 8, confirm_token: tokenOf(await call({ id: 8 }, mine)) }, mine))).toBe("ok");
});

test("what can no longer be taken back is shown to the approvers again", async () => {
  let reversibility: "reversible" | "irreversible" = "reversible";
  const preview = () => ({ summary: "s", preview: {}, material: { reversibility } });
  const { allowed, call } = approving({}, { preview });
  await allowed({ id: 7 });
  reversibility = "irreversible";
  expect(outcomeOf(await call({ id: 7 }))).toBe("approval_pending");
});

test.each([
  ["no subject", { tokenId: alice.tokenId }],
  ["an empty one", { tokenId: alice.tokenId, subject: "" }],
])(
  "where a person has to allow it, a call with %s is refused: whoever asks could be the one who decides",
  async (_, requester) => {
    const { call, foo, process } = approving();
    expect(outcomeOf(await call({ id: 7 }, { requester }))).toBe("level_unavailable/subject_missing");
    expect(process.told("approval_requested")).toEqual([]);
    expect(foo.starts).toEqual([]);
  },
);
