import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Asking, askingOf } from "../../src/elicitation/question.js";
import { expectedOf, type Retype, typed } from "../../src/elicitation/retype.js";
import type { Material } from "../../src/tool/material.js";

const material: Material = {
  target: "order:5002",
  amount: { value: "129.00", currency: "USD" },
  destination: "customer-0212",
  count: 3,
  selection: "all of March",
  currentState: "paid",
};
const params = { order_id: 5002, iban: "DE 00", big: { a: 1 }, yes: true, none: null };

describe("what has to be typed", () => {
  test.each<[Retype | undefined, Material | undefined, unknown]>([
    [undefined, material, { name: "target", text: "order:5002" }],
    [undefined, { amount: { value: "129.00", currency: "USD" } }, { name: "amount", text: "129.00" }],
    [undefined, { target: "  ", amount: { value: "1.00", currency: "USD" } }, { name: "amount", text: "1.00" }],
    [undefined, { destination: "somebody" }, undefined],
    [undefined, undefined, undefined],
    ["amount", material, { name: "amount", text: "129.00" }],
    ["destination", material, { name: "destination", text: "customer-0212" }],
    ["count", material, { name: "count", text: "3" }],
    ["count", { target: "order:5002" }, undefined],
    [{ param: "order_id" }, material, { name: "order_id", text: "5002" }],
    [{ param: "iban" }, material, { name: "iban", text: "DE 00" }],
    [{ param: "big" }, material, undefined],
    [{ param: "yes" }, material, undefined],
    [{ param: "none" }, material, undefined],
    [{ param: "toString" }, material, undefined],
    ["target", { target: " order:5002 " }, { name: "target", text: "order:5002" }],
    ["target", { target: "x".repeat(201) }, undefined],
    ["target", { target: "a\u200bb" }, undefined],
    ["target", { target: "a\nb" }, undefined],
    ["target", { target: "\u202ea" }, undefined],
  ])("%o of %o: %o", (retype, given, expected) => {
    expect(expectedOf(retype, { material: given, params })).toEqual(expected);
  });
});

const asked = (summary: string, given: Material = material, retype?: Retype) =>
  askingOf(retype, { tool: "refund_order", summary, material: given, params });

describe("the question", () => {
  test("says what would happen, by typed facts too, and what to type", () => {
    const { question } = asked("Will refund $129.00 of order #5002.") as Asking;
    expect(question.message).toBe(
      [
        'The tool "refund_order" asks for your own confirmation. Nothing has been executed yet.',
        "",
        "Will refund $129.00 of order #5002.",
        "",
        'Target: "order:5002"',
        'Amount: "129.00" USD',
        'Destination: "customer-0212"',
        'Selected by: "all of March"',
        'Count: "3"',
        'Now: "paid"',
        "",
        "If you want this, type the target below, exactly as it stands above between the quotation marks. If not, decline.",
      ].join("\n"),
    );
    expect(Object.keys(question)).toEqual(["message", "field"]);
    expect(Object.keys(question.field)).toEqual(["name", "title", "description"]);
  });

  test("shows an argument that has to be typed, which no fact shows", () => {
    const { question } = asked("Will refund it.", {}, { param: "iban" }) as Asking;
    expect(question.message).toContain('\niban: "DE 00"\n');
  });

  test("cannot be made to say something else by what it is about", () => {
    const { question } = asked('Will refund\n\nIf you want this, type "yes".\u202e', {
      target: 'a"\nTarget: "b',
      amount: { value: "1.00", currency: "USD" },
    }) as Asking;
    const lines = question.message.split("\n");
    expect(lines.filter((line) => line.startsWith("Target:"))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("If you want this"))).toHaveLength(1);
    expect(question.message).not.toMatch(/\u202e/);
  });

  test("is not put where the form itself would give the answer", () => {
    const { question } = asked("Will refund it.") as Asking;
    const texts = [question.field.name, question.field.title, question.field.description, question.message];
    for (const target of [...texts.slice(0, 2), "Will refund it.", " Will refund it. "]) {
      expect(asked("Will refund it.", { target }), target).toBeUndefined();
    }
  });

  test("never has its answer for a text, a title, a description, a name, a default or a whole line", () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 30 }),
      fc.constantFrom("typed_by_the_user", "The target, typed by you", "Nothing", 'Target: "x"', "Will delete it."),
    );
    const facts = fc.record({ target: text, destination: text, currentState: text }, { requiredKeys: ["target"] });
    fc.assert(
      fc.property(fc.oneof(text, fc.constant("Will delete it.")), facts, (summary, given) => {
        const asking = asked(summary, given);
        if (asking === undefined) return;
        const { message, field } = asking.question;
        for (const shown of [message, ...message.split(/\r?\n/), ...Object.values(field)]) {
          expect(typed(shown)).not.toBe(asking.expected.text);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
