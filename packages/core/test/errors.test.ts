import { describe, expect, test } from "vitest";
import { isNotExecuted, isTier2Error, NotExecuted, Tier2Error } from "../src/errors.js";

describe("NotExecuted", () => {
  test("is an error with a name and a code of its own", () => {
    expect(new NotExecuted("nothing sent")).toMatchObject({
      ...{ name: "NotExecuted", code: "not_executed", message: "nothing sent" },
    });
  });

  test("is known by its code, so that one of another copy of this package counts too", () => {
    expect(isNotExecuted(new NotExecuted("nothing sent"))).toBe(true);
    expect(isNotExecuted(Object.assign(new Error("x"), { code: "not_executed" }))).toBe(true);
  });

  test("is not everything that looks like it: what is no error may have run", () => {
    for (const other of [new Error("x"), { code: "not_executed" }, "not_executed", null, undefined]) {
      expect(isNotExecuted(other)).toBe(false);
    }
  });
});

describe("Tier2Error", () => {
  const error = new Tier2Error("closed", "closed", { cause: "why" });

  test("has a stable code and a cause", () => {
    expect(error).toMatchObject({ name: "Tier2Error", code: "closed", message: "closed", cause: "why" });
    expect(error).toBeInstanceOf(Error);
  });

  test("is known by its name and, if asked for, its code", () => {
    expect(isTier2Error(error)).toBe(true);
    expect(isTier2Error(error, "closed")).toBe(true);
    expect(isTier2Error(error, "store_unavailable")).toBe(false);
    expect(isTier2Error(Object.assign(new Error("x"), { name: "Tier2Error", code: "closed" }), "closed")).toBe(true);
  });

  test("is not everything that looks like it", () => {
    for (const other of [new Error("x"), { name: "Tier2Error", code: "closed" }, null, undefined, "Tier2Error"]) {
      expect(isTier2Error(other)).toBe(false);
    }
  });
});
