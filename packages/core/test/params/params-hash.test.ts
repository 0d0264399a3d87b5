import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { paramsHash } from "../../src/params/params-hash.js";
import { platform } from "../../src/platform.js";

describe("the params hash", () => {
  test("is an HMAC-SHA-256 under the token over the versioned canonical text", () => {
    const expected = createHmac("sha256", "cfm_one").update('holdpoint/params/p1\n{"a":1}').digest("base64url");
    expect(paramsHash(platform, "cfm_one", '{"a":1}')).toBe(`p1.${expected}`);
  });

  test("differs from token to token, so that equal params cannot be seen in a store", () => {
    const hashes = ["cfm_one", "cfm_two", "cfm_three"].map((token) => paramsHash(platform, token, "{}"));
    expect(new Set(hashes).size).toBe(3);
  });

  test("names its version in clear and in what it covers, so that a later form never equals an earlier one", () => {
    const covered: string[] = [];
    const hmacSha256 = (key: string, text: string) => {
      covered.push(`${key} ${text}`);
      return "digest";
    };
    expect(paramsHash({ hmacSha256 }, "cfm_one", "{}")).toBe("p1.digest");
    expect(covered).toEqual(["cfm_one holdpoint/params/p1\n{}"]);
  });
});
