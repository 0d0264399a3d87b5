import { describe, expect, test } from "vitest";
import { checkedPreview } from "../../src/engine/preview.js";
import { redactor } from "../../src/engine/redact.js";
import type { Preview } from "../../src/tool/outcome.js";

const none = redactor([]);
const given: Preview = { summary: "Will delete foo #7", preview: { foo_id: 7 } };
const checked = (preview: unknown, redact = none) => checkedPreview("delete_foo", preview as Preview, redact);

describe("a preview is shown and stored", () => {
  test("with its summary, its object, its state version and its material", () => {
    const whole = { ...given, stateVersion: "v1", material: { amount: { value: "5.00", currency: "EUR" }, count: 3 } };
    const { summary, preview, ...rest } = whole;
    expect(checked(whole)).toEqual({ summary, preview, rest });
    expect(checked(given)).toEqual({ summary, preview, rest: {} });
    expect(checked({ ...given, stateVersion: undefined, material: undefined }).rest).toEqual({});
    expect(checked({ ...given, stateVersion: "" }).rest).toEqual({ stateVersion: "" });
  });

  test("as JSON, so that a date in it is the text that storage would give back", () => {
    expect(checked({ ...given, preview: { at: new Date(0), gone: undefined } }).preview).toEqual({
      at: "1970-01-01T00:00:00.000Z",
    });
  });

  test("as a copy, which changes of the tool's own object do not reach", () => {
    const preview = { foo_id: 7 };
    const shown = checked({ ...given, preview }).preview;
    preview.foo_id = 8;
    expect(shown).toEqual({ foo_id: 7 });
  });
});

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

describe("a preview is refused as a set-up error of its tool", () => {
  test.each<[string, unknown, RegExp]>([
    ["undefined", undefined, /answered nothing/],
    ["null", null, /answered nothing/],
    ["a text", "Will delete", /answered nothing/],
    ["one with a misspelt member", { ...given, stateversion: "v1" }, /unknown member "stateversion"/],
    ["one without a summary", { preview: {} }, /no summary/],
    ["one with an empty summary", { ...given, summary: "" }, /no summary/],
    ["one whose summary is no text", { ...given, summary: 5 }, /no summary/],
    ["one without a preview object", { summary: "s" }, /no preview object/],
    ["one whose preview is null", { ...given, preview: null }, /no preview object/],
    ["one whose preview is a text", { ...given, preview: "p" }, /no preview object/],
    ["one whose state version is a number", { ...given, stateVersion: 1 }, /stateVersion that is no text/],
    ["one with a cycle", { ...given, preview: cyclic }, /cannot be written as JSON/],
    ["one with a BigInt", { ...given, preview: { id: 1n } }, /cannot be written as JSON/],
    ["one that is too long", { ...given, preview: { text: "x".repeat(64 * 1024) } }, /longer than 65536 characters/],
    ["one that turns into nothing", { ...given, preview: { toJSON: () => undefined } }, /no preview object/],
    ["one that turns into a text", { ...given, preview: { toJSON: () => "p" } }, /no preview object/],
  ])("%s", (_what, preview, problem) => {
    expect(() => checked(preview)).toThrow(
      expect.objectContaining({ code: "invalid_setup", message: expect.stringMatching(problem) }),
    );
    expect(() => checked(preview)).toThrow(/^Tool "delete_foo": its preview /);
  });

  test("with the cause, where there is one", () => {
    expect(() => checked({ ...given, preview: cyclic })).toThrow(
      expect.objectContaining({ cause: expect.any(TypeError) }),
    );
  });

  test("but not if it is exactly as long as it may be", () => {
    const around = JSON.stringify({ preview: { text: "" } }).length;
    const preview = { text: "x".repeat(64 * 1024 - around) };
    expect(checked({ ...given, preview }).preview).toEqual(preview);
  });
});

describe("the secrets of a call", () => {
  test("are not looked for where there is no state version", () => {
    expect(checked(given, redactor(["hunter2"]))).toEqual({ ...given, rest: {} });
  });

  test("are hidden in the summary, in the preview and in the state version", () => {
    const preview = { summary: "Will set hunter2", preview: { hunter2: ["hunter2"] }, stateVersion: "v-hunter2" };
    expect(checked(preview, redactor(["hunter2"]))).toEqual({
      summary: "Will set [secret]",
      preview: { "[secret]": ["[secret]"] },
      rest: { stateVersion: "v-[secret]" },
    });
  });

  test.each(["preview", "stateVersion", "material", "amount", "value", "count"])(
    "leave the state version and the facts under their names, even if one is the word %s",
    (secret) => {
      const whole = { ...given, stateVersion: "v1", material: { target: "foo/7" } };
      expect(checked(whole, redactor([secret]))).toMatchObject({
        preview: given.preview,
        rest: { stateVersion: "v1", material: { target: "foo/7" } },
      });
    },
  );

  test.each<[string, string, object]>([
    ["an amount", "5000", { amount: { value: "5000", currency: "EUR" } }],
    ["a number", "1234", { count: 1234 }],
    ["part of a target", "prod", { target: "prod-database" }],
    ["the name of a fact", "amount", { amount: { value: "5", currency: "EUR" } }],
  ])("are refused where one repeats %s that a rule may judge, since hiding it would hide it from the rule", (...a) => {
    const [, secret, material] = a;
    expect(() => checked({ ...given, material }, redactor([secret]))).toThrow(
      /repeats a secret argument in its material/,
    );
    expect(checked({ ...given, material }).rest).toEqual({ material });
  });
});
