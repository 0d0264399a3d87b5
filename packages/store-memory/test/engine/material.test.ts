import type { Material } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld } from "./support/world.js";

const material: Material = {
  target: "foo/7",
  credential: "shop-admin",
  dataClassification: "internal",
  currentState: "published",
  expectedOutcome: "gone",
  reversibility: {
    kind: "costly",
    cost: "a restore",
    by: "the owner",
    evidence: "a backup of before",
    until: "2026-12-24T18:00:00Z",
    consumedBy: "the nightly purge",
  },
};

async function told(given: unknown) {
  const journaled: unknown[] = [];
  const process = aWorld().process({ journal: async (event) => void journaled.push(event) });
  const { tool } = fooTool({
    secrets: ["password"],
    preview: () => ({ summary: "s", preview: {}, material: given as Material }),
  });
  const args = { id: 7, password: "hunter2" };
  const { body } = await process.call(tool, args);
  await process.call(tool, { ...args, confirm_token: (body as { confirm_token: string }).confirm_token });
  return { body, journaled, ...process };
}

test("the facts stand beside the preview, under the names of the wire", async () => {
  expect((await told(material)).body).toMatchObject({
    status: "confirmation_required",
    material: {
      target: "foo/7",
      credential: "shop-admin",
      data_classification: "internal",
      current_state: "published",
      expected_outcome: "gone",
      reversibility: {
        ...{ kind: "costly", cost: "a restore", by: "the owner", evidence: "a backup of before" },
        ...{ until: "2026-12-24T18:00:00Z", consumed_by: "the nightly purge" },
      },
    },
  });
});

test("a tool without facts shows none", async () => {
  const { body, journaled, told: events } = await told(undefined);
  expect([body, ...events("proposed"), ...journaled].filter((each) => "material" in (each as object))).toEqual([]);
});

test("they are told when proposed and before the effect starts", async () => {
  const { journaled, told: events } = await told(material);
  expect(events("proposed")).toMatchObject([{ material }]);
  expect(journaled).toMatchObject([{ type: "intent", material }, { type: "completed" }]);
});

test("a fact that is wrong, or that repeats a secret, is a mistake in the tool and gives no token", async () => {
  await expect(told({ reversibility: { kind: "reversible" } })).rejects.toMatchObject({
    code: "invalid_setup",
    message: expect.stringMatching(
      /^Tool "delete_foo": its preview has a material that is wrong: its reversibility must/,
    ),
  });
  await expect(told({ currentState: "password hunter2" })).rejects.toThrow(/repeats a secret argument in its material/);
});
