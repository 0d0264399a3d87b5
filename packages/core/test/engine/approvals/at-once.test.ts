import { expect, test } from "vitest";
import { approvalWorld, asked, human, requirement } from "../../support/approvals.js";
import { WorldStore } from "../../support/world-store.js";

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test("64 first calls at once open one request, and one of them is told that it did", async () => {
  const store = new WorldStore();
  const world = approvalWorld(store);
  const found = await Promise.all(many(64).map(() => world.open()));
  const standing = found.filter((one) => one.kind === "standing");
  expect(new Set(standing.map(({ approval }) => approval.id)).size).toBe(1);
  expect(standing.filter(({ opened }) => opened)).toHaveLength(1);
  expect(standing).toHaveLength(64);
  expect([...store.records.keys()].filter((id) => id.startsWith("a:"))).toHaveLength(1);
  expect(world.told("approval_requested")).toHaveLength(1);
});

test("of an allow and a deny at once exactly one wins, and the other hears of a conflict", async () => {
  for (let round = 0; round < 50; round += 1) {
    const { approvals, request, decision, told } = approvalWorld();
    const { id, actionDigest } = await request();
    const words = [
      () => approvals.allow(id, decision(actionDigest, human("user:fin"))),
      () => approvals.deny(id, decision(actionDigest, human("user:fay"))),
    ];
    const answers = await Promise.all((round % 2 === 0 ? words : words.toReversed()).map((say) => say()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ ok: false, reason: "conflict" });
    expect([...told("approval_allowed"), ...told("approval_denied")]).toHaveLength(1);
  }
});

test.each([1, 20])("of 200 operations at once a grant of %i uses lets that many through", async (uses) => {
  const world = approvalWorld();
  const { id, actionDigest } = await world.grant(asked({ requirement: requirement({ uses }) }));
  const reserved = await Promise.all(many(200).map((n) => world.reserve(id, actionDigest, `op_${n}`)));
  expect(reserved.filter(({ ok }) => ok)).toHaveLength(uses);
  for (const one of reserved) if (!one.ok) expect(one.why).toBe("exhausted");
});
