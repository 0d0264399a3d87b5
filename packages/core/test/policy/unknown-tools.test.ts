import { expect, test } from "vitest";
import type { Policy } from "../../src/policy/policy.js";
import { unknownToolProblem, unknownTools } from "../../src/policy/unknown-tools.js";

const policy = (differing: object): Policy =>
  ({ id: "p", version: 2, approvers: ["group:ops"], onDeadline: "lapse", ...differing }) as unknown as Policy;
const named = (...tools: string[]) => policy({ scope: "named", tools });
const about = { server: "shop", known: ["refund_order", "delete_foo", "pay"] };
const found = (...policies: Policy[]) => unknownTools(policies, about).map(({ place, tool }) => `${place} ${tool}`);

test("each name that no tool has is told with its place", () => {
  expect(found(named("refund_order"), named("pay", "refnud_order", "wipe"))).toEqual([
    "policies[1].tools[1] refnud_order",
    "policies[1].tools[2] wipe",
  ]);
});

test("only named policies of this server name tools of this server", () => {
  const elsewhere = { ...named("other"), server: "bank" } as Policy;
  const here = { ...named("other"), server: "shop" } as Policy;
  const others = [policy({ scope: "all" }), policy({ scope: "destructive" })];
  expect(found(elsewhere, ...others, policy({ scope: "credential", credentials: ["k"] }))).toEqual([]);
  expect(found(here)).toEqual(["policies[0].tools[0] other"]);
});

test.each([
  ["refnud_order", "refund_order"],
  ["RefundOrder", "refund_order"],
  ["refund-orders", "refund_order"],
  ["deletefoo", "delete_foo"],
  ["payy", "pay"],
  ["wipe", undefined],
  ["transfer", undefined],
])("a name is compared with those there are: %s", (name, like) => {
  expect(unknownTools([named(name)], about)).toMatchObject([{ tool: name }]);
  expect(unknownTools([named(name)], about)[0]?.like).toBe(like);
});

test("the sentence says what is wrong, where, and what may be meant", () => {
  const [first] = unknownTools([named("refnud_order")], about);
  if (first === undefined) throw new Error("found nothing");
  expect(unknownToolProblem(first)).toBe(
    'policies[0].tools[0] is "refnud_order", and there is no tool of that name, so it would protect nothing. Is "refund_order" meant?',
  );
});
