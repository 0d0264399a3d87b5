import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { passwordVault } from "../src/secrets/password-vault.js";
import { secretKey } from "../src/secrets/secret-key.js";

const vault = passwordVault(randomBytes(32));

describe("a sealed password", () => {
  const sealed = vault.seal("pa$$wörd", "row/1");

  test("opens with the key and the owner it was sealed for", () => {
    expect(vault.open(sealed, "row/1")).toBe("pa$$wörd");
  });

  test("does not contain the password, and no two sealed texts are alike", () => {
    expect(sealed).not.toContain("pa$$");
    expect(vault.seal("pa$$wörd", "row/1")).not.toBe(sealed);
  });

  test("does not open for another owner, with another key or when altered", () => {
    expect(() => vault.open(sealed, "row/2")).toThrow();
    expect(() => passwordVault(randomBytes(32)).open(sealed, "row/1")).toThrow();
    const [version, nonce, tag, text = ""] = sealed.split(".");
    const altered = [version, nonce, tag, `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`].join(".");
    expect(() => vault.open(altered, "row/1")).toThrow();
    expect(() => vault.open("pa$$wörd", "row/1")).toThrow("Not a password that this vault sealed");
  });
});

describe("the key", () => {
  test("comes from the environment", () => {
    const key = randomBytes(32);
    expect(secretKey({ CAMPAIGNS_SECRET_KEY: key.toString("base64") })).toEqual({ key, source: "environment" });
  });

  test("is made for the process when the environment has none", () => {
    const made = secretKey({});
    expect(made.source).toBe("generated");
    expect(made.key).toHaveLength(32);
  });

  test("of another length is refused", () => {
    expect(() => secretKey({ CAMPAIGNS_SECRET_KEY: "c2hvcnQ=" })).toThrow("32 bytes");
  });
});
