import { describe, expect, test } from "vitest";
import { demoTokens } from "../src/server/demo-tokens.js";
import { requesterOf, tokenVerifier } from "../src/server/identity.js";

const auth = { token: "t", clientId: "campaigns", scopes: [] };

describe("a requester", () => {
  test("is the token's id and its owner, never the token itself", async () => {
    const { token, id, subject } = demoTokens.a;
    const requester = requesterOf(await tokenVerifier.verifyAccessToken(token));
    expect(requester).toEqual({ tokenId: id, subject });
    expect(JSON.stringify(requester)).not.toContain(token);
  });

  test.each([
    ["no credentials", undefined],
    ["credentials without an identity", auth],
    ["no owner", { ...auth, extra: { tokenId: "mcp-token-a" } }],
    ["no token id", { ...auth, extra: { sub: "demo-operator-a" } }],
    ["a token id that is no text", { ...auth, extra: { tokenId: 1, sub: "demo-operator-a" } }],
  ])("does not come from %s", (_what, given) => {
    expect(requesterOf(given)).toBeUndefined();
  });

  test("does not come from an unknown token", async () => {
    await expect(tokenVerifier.verifyAccessToken("made-up")).rejects.toThrow("Unknown token");
    await expect(tokenVerifier.verifyAccessToken(demoTokens.a.id)).rejects.toThrow("Unknown token");
  });
});

test("the demo tokens are told apart by token, id and owner", () => {
  const all = Object.values(demoTokens).flatMap(({ token, id, subject }) => [token, id, subject]);
  expect(new Set(all).size).toBe(all.length);
});
