import { describe, expect, test } from "vitest";
import { confirmTokenOf } from "../../src/engine/confirm-token.js";

const invalid = (error: RegExp) => ({ reason: "invalid_params", error: expect.stringMatching(error) });

describe("the confirm token of a call", () => {
  test("stands among the arguments, or where the adapter found it, or in both", () => {
    expect(confirmTokenOf({ id: 1, confirm_token: "cfm_one" }, undefined)).toBe("cfm_one");
    expect(confirmTokenOf({ id: 1 }, "cfm_one")).toBe("cfm_one");
    expect(confirmTokenOf({ confirm_token: "cfm_one" }, "cfm_one")).toBe("cfm_one");
  });

  test("is not there if it is absent, null or empty, as models fill optional fields", () => {
    for (const empty of [{}, { confirm_token: undefined }, { confirm_token: null }, { confirm_token: "" }]) {
      expect(confirmTokenOf(empty, undefined)).toBeUndefined();
      expect(confirmTokenOf(empty, "")).toBeUndefined();
      expect(confirmTokenOf(empty, "cfm_one")).toBe("cfm_one");
    }
  });

  test("is not looked for in what are no arguments", () => {
    for (const args of [undefined, null, "cfm_one", 5, []]) expect(confirmTokenOf(args, undefined)).toBeUndefined();
  });

  test("is refused if it is no text, so that a call meant to confirm never passes for a first one", () => {
    for (const confirm_token of [0, 1, false, true, {}, [], ["cfm_one"]]) {
      expect(confirmTokenOf({ confirm_token }, undefined)).toEqual(invalid(/must be the text/));
      expect(confirmTokenOf({ confirm_token }, "cfm_one")).toEqual(invalid(/must be the text/));
    }
    expect(confirmTokenOf({}, ["cfm_one", "cfm_two"] as never)).toEqual(invalid(/must be the text/));
  });

  test("is refused if there are two different ones, which the refusal does not repeat", () => {
    const refusal = confirmTokenOf({ confirm_token: "cfm_one" }, "cfm_two");
    expect(refusal).toEqual(invalid(/two different/));
    expect(JSON.stringify(refusal)).not.toContain("cfm_");
  });

  test("is what was sent, blanks and all: whether it was issued is the store's to say", () => {
    expect(confirmTokenOf({ confirm_token: " cfm_one " }, undefined)).toBe(" cfm_one ");
  });
});
