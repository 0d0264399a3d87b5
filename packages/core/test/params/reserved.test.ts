import { describe, expect, test } from "vitest";
import { reservedKeys, withoutReserved } from "../../src/params/reserved.js";

describe("the protocol's own keys", () => {
  test("are these two", () => {
    expect(reservedKeys).toEqual(["confirm_token", "acknowledge_duplicate"]);
  });

  test("are no params, whatever their value", () => {
    expect(withoutReserved({ id: 1, confirm_token: undefined, acknowledge_duplicate: null })).toEqual({ id: 1 });
  });

  test("are params like others below the top, and in other letters", () => {
    const args = { inner: { confirm_token: "x" }, Confirm_Token: 1, "confirm_token ": 2 };
    expect(withoutReserved(args)).toEqual(args);
  });

  test("go without touching the arguments or a member named __proto__", () => {
    const args = JSON.parse('{"confirm_token":"x","__proto__":{"a":1}}');
    expect(JSON.stringify(withoutReserved(args))).toBe('{"__proto__":{"a":1}}');
    expect(JSON.stringify(args)).toBe('{"confirm_token":"x","__proto__":{"a":1}}');
  });
});
