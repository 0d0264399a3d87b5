import { describe, expect, test } from "vitest";
import type { Material, Reversibility } from "../../src/tool/material.js";
import { materialProblem } from "../../src/tool/material-facts.js";

const takenBack = {
  by: "the shop's owner",
  evidence: "last night's backup",
  until: "2026-12-24T18:00:00Z",
  consumedBy: "the nightly export",
};

const whole: Required<Material> = {
  actor: "agent:pricing",
  credential: "shop-admin",
  target: "products",
  amount: { value: "-12.50", currency: "EUR" },
  destination: "shop.example",
  selection: "all of category 7",
  count: 14,
  idDigest: "c1.abc",
  dataClassification: "internal",
  currentState: "14 products at list price",
  expectedOutcome: "14 products at 90 %",
  reversibility: { kind: "costly", cost: "a day's work", ...takenBack },
};

describe("a material is taken", () => {
  test("with every fact there is, and with none", () => {
    expect(materialProblem(whole)).toBeUndefined();
    expect(materialProblem({})).toBeUndefined();
    for (const [name, value] of Object.entries(whole)) {
      if (name !== "idDigest") expect(materialProblem({ [name]: value })).toBeUndefined();
    }
  });

  test.each<Reversibility>([
    ...(["irreversible", "reversible", "costly"] as const),
    { kind: "reversible", ...takenBack },
    { kind: "reversible", ...takenBack, until: null, consumedBy: null },
    { kind: "costly", cost: "a restore", ...takenBack, until: "2026-12-24T18:00:00.000+01:00" },
  ])("with the reversibility %j", (reversibility) => {
    expect(materialProblem({ reversibility })).toBeUndefined();
  });

  test.each(["public", "internal", "confidential", "restricted"])("with data that are %s", (dataClassification) => {
    expect(materialProblem({ dataClassification })).toBeUndefined();
  });
});

describe("a material is refused", () => {
  test.each<[string, unknown, RegExp]>([
    ["that is no object", "irreversible", /^is no object of facts$/],
    ["that is null", null, /^is no object of facts$/],
    ["that is a list", [], /^is no object of facts$/],
    ["with a fact that nobody knows", { ammount: "5" }, /^has an unknown fact "ammount"$/],
    ["with a member of every object as a fact", { toString: "x" }, /^has an unknown fact "toString"$/],
    ["with an amount as a number", { amount: 5 }, /its amount must be \{ value, currency \}/],
    ["with a value that is a number", { amount: { value: 5, currency: "EUR" } }, /its amount must be/],
    ["with a value that is no decimal", { amount: { value: "5,00", currency: "EUR" } }, /its amount must be/],
    ["with a value in exponents", { amount: { value: "1e3", currency: "EUR" } }, /its amount must be/],
    ["with a currency that is no code", { amount: { value: "5", currency: "euro" } }, /its amount must be/],
    ["with an amount that says more", { amount: { value: "5", currency: "EUR", per: "day" } }, /its amount must be/],
    ["with an amount that is null", { amount: null }, /its amount must be/],
    ["with half an item", { count: 1.5 }, /its count must be a whole number from 0 on/],
    ["with less than none", { count: -1 }, /its count must be/],
    ["with a count as text", { count: "14" }, /its count must be/],
    ["with a classification of its own", { dataClassification: "secret" }, /must be one of public, internal, conf/],
    ["with a digest alone", { idDigest: "c1.x" }, /without selection and count/],
    ["with a digest and no rule", { idDigest: "c1.x", count: 1 }, /without selection and count/],
    ["with a digest and no count", { idDigest: "c1.x", selection: "all" }, /without selection and count/],
  ])("%s", (_what, material, problem) => expect(materialProblem(material)).toMatch(problem));

  const texts = ["actor", "credential", "target", "destination", "selection", "idDigest", "currentState"];

  test.each([...texts, "expectedOutcome"])("whose %s is no text that says something", (name) => {
    for (const value of ["", "  ", 7, null, {}, ["x"]]) {
      expect(materialProblem({ ...whole, [name]: value })).toBe(
        `is wrong: its ${name} must be a text that says something`,
      );
    }
  });

  test.each<[string, object | string | boolean]>([
    ["is a tick in a box", true],
    ["is another word", "maybe"],
    ["says nothing but its kind", { kind: "reversible" }],
    ["cannot be taken back and says by whom", { kind: "irreversible", ...takenBack }],
    ["is costly at no cost", { kind: "costly", ...takenBack }],
    ["is reversible at a cost", { kind: "reversible", cost: "x", ...takenBack }],
    ["ends at a relative time", { kind: "reversible", ...takenBack, until: "tomorrow" }],
    ["ends at a time without a zone", { kind: "reversible", ...takenBack, until: "2026-12-24T18:00:00" }],
    ["ends on a day that there is not", { kind: "reversible", ...takenBack, until: "2026-02-30T00:00:00Z" }],
    ["is by nobody", { kind: "reversible", ...takenBack, by: "" }],
    ["needs no evidence", { kind: "reversible", ...takenBack, evidence: null }],
    ["is consumed by what is no text", { kind: "reversible", ...takenBack, consumedBy: false }],
    ["has a member that nobody knows", { kind: "reversible", ...takenBack, undo: "x" }],
    ...Object.keys(takenBack).map((name): [string, object] => [
      `leaves out ${name}`,
      Object.fromEntries(Object.entries({ kind: "reversible", ...takenBack }).filter(([key]) => key !== name)),
    ]),
  ])("whose reversibility %s", (_what, reversibility) => {
    expect(materialProblem({ reversibility })).toMatch(
      /^is wrong: its reversibility must be "irreversible", or \{ kind/,
    );
  });
});

test("the types refuse what the rules refuse", () => {
  const typed: Material[] = [
    // @ts-expect-error a kind alone says nothing
    { reversibility: { kind: "reversible" } },
    // @ts-expect-error what is costly says at what cost
    { reversibility: { kind: "costly", ...takenBack } },
    // @ts-expect-error what cannot be taken back is said in one word
    { reversibility: { kind: "irreversible", ...takenBack } },
    // @ts-expect-error nobody knows this word
    { dataClassification: "secret" },
  ];
  for (const material of typed) expect(materialProblem(material)).toBeDefined();
});
