import { expect, test } from "vitest";
import { requirements } from "../src/requirements.js";
import { concerns, concernsFor } from "../src/suite.js";

const checks = Object.values(concerns).flat();

test("every requirement is cited by a check, and every check cites one that there is", () => {
  expect(new Set(checks.map(({ requirement }) => requirement))).toEqual(new Set(Object.keys(requirements)));
});

test("every requirement is one sentence and names its source in the design", () => {
  for (const [id, { sentence, source }] of Object.entries(requirements)) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(sentence, id).toMatch(/^[A-Z`].*\.$/);
    expect(source, id).toMatch(/^design §\d/);
  }
});

test("no two checks have the same title", () => {
  expect(new Set(checks.map(({ title }) => title)).size).toBe(checks.length);
});

test("whatever a backend declares, each requirement is seen by a check or shown as not applicable", () => {
  for (const declared of [
    {},
    { historyNeverChanges: "x" },
    { neverAway: "x" },
    { historyNeverChanges: "x", neverAway: "x" },
  ]) {
    const applicable = Object.values(concernsFor(declared)).flat();
    const shown = applicable.map(({ requirement, title }) => `${requirement} ${title}`).join("\n");
    const standIns = ["history-constant", "never-away"];
    for (const id of Object.keys(requirements)) if (!standIns.includes(id)) expect(shown).toContain(id);
  }
});
