import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bindingOf, isTokenShaped, mintToken, operationIdOf, recordIdOf } from "../../src/engine/token.js";
import { platform } from "../../src/platform.js";

const to = {
  token: "cfm_one",
  tokenId: "token-7",
  server: "shop",
  tool: "delete_foo",
  canonicalParams: '{"id":7}',
};

describe("a token", () => {
  test("is cfm_ and at least 192 random bits", () => {
    const token = mintToken(platform);
    expect(token).toMatch(/^cfm_[A-Za-z0-9_-]{32,}$/);
    expect(mintToken(platform)).not.toBe(token);
    expect(isTokenShaped(token)).toBe(true);
  });

  test("is told by its shape from what was never issued here", () => {
    for (const text of ["", "cfm", "CFM_x", " cfm_x", "x_cfm_x", `cfm_${"x".repeat(253)}`]) {
      expect(isTokenShaped(text), text).toBe(false);
    }
    expect(isTokenShaped(`cfm_${"x".repeat(252)}`)).toBe(true);
  });

  test("is nowhere in what is stored: the record's id and the operation's id are digests", () => {
    const token = mintToken(platform);
    const id = recordIdOf(platform, token);
    expect(id).toBe(`c:${platform.sha256(token)}`);
    expect(operationIdOf(platform, id)).toMatch(/^op_[A-Za-z0-9_-]{24}$/);
    const stored = JSON.stringify([id, operationIdOf(platform, id), bindingOf(platform, { ...to, token })]);
    expect(stored).not.toContain(token.slice("cfm_".length));
  });

  test("always names the same record and the same operation, and another token names others", () => {
    const ids = ["cfm_one", "cfm_one", "cfm_two"].map((token) => recordIdOf(platform, token));
    const operations = ids.map((id) => operationIdOf(platform, id));
    expect(ids[0]).toBe(ids[1]);
    expect(operations[0]).toBe(operations[1]);
    expect(new Set([...ids, ...operations]).size).toBe(4);
  });
});

describe("a binding", () => {
  test("has digests of a fixed length and without blanks, so that joining them is unambiguous", () => {
    const { owner, tool, params } = bindingOf(platform, to);
    expect([owner, tool]).toEqual([expect.stringMatching(/^[\w-]{22}$/), expect.stringMatching(/^[\w-]{22}$/)]);
    expect(params).toMatch(/^p1\.[\w-]{43}$/);
  });

  test("takes owner, tool and params each from its own parts, and the params from the token too", () => {
    const binding = bindingOf(platform, to);
    const differsIn = (other: Partial<typeof to>) => {
      const another = bindingOf(platform, { ...to, ...other });
      return (["owner", "tool", "params"] as const).filter((part) => another[part] !== binding[part]);
    };
    expect(differsIn({})).toEqual([]);
    expect(differsIn({ tokenId: "token-8" })).toEqual(["owner"]);
    expect(differsIn({ server: "shop2" })).toEqual(["tool"]);
    expect(differsIn({ tool: "delete_bar" })).toEqual(["tool"]);
    expect(differsIn({ canonicalParams: "{}" })).toEqual(["params"]);
    expect(differsIn({ token: "cfm_two" })).toEqual(["params"]);
  });

  const part = fc.oneof(
    fc.string({
      unit: fc.constantFrom("a", "1", ":", ",", '"', "\\", "\u0000", "\ud800", "\udc00", "\ufffd"),
      maxLength: 4,
    }),
    fc.string({ unit: "binary", maxLength: 3 }),
  );

  test("is the same only for the same server and tool, however their texts are cut", () => {
    const { tool: _tool, server: _server, ...rest } = to;
    const digest = (server: string, tool: string) => bindingOf(platform, { ...rest, server, tool }).tool;
    fc.assert(
      fc.property(part, part, part, part, (server, tool, server2, tool2) => {
        expect(digest(server, tool) === digest(server2, tool2)).toBe(server === server2 && tool === tool2);
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(part, fc.nat({ max: 4 }), fc.nat({ max: 4 }), (text, one, two) => {
        const same = text.slice(0, one) === text.slice(0, two);
        const cut = [one, two].map((at) => digest(text.slice(0, at), text.slice(at)));
        expect(cut[0] === cut[1]).toBe(same);
      }),
      { numRuns: 2000 },
    );
  });

  test("is the same only for the same owner, even one of texts that UTF-8 cannot tell apart", () => {
    const digest = (tokenId: string) => bindingOf(platform, { ...to, tokenId }).owner;
    fc.assert(fc.property(part, part, (one, two) => (digest(one) === digest(two)) === (one === two)));
    expect(new Set(["\ud800", "\ud801", "\udc00", "\ufffd"].map(digest)).size).toBe(4);
  });

  test("is made of these texts, which records in stores already carry", () => {
    const digest = (...parts: string[]) => platform.sha256(JSON.stringify(parts)).slice(0, 22);
    const { owner, tool } = bindingOf(platform, to);
    expect([owner, tool]).toEqual([digest("owner", "token-7"), digest("tool", "shop", "delete_foo")]);
  });

  test("never takes an owner for a tool", () => {
    const { owner } = bindingOf(platform, { ...to, tokenId: "shop" });
    const { tool } = bindingOf(platform, { ...to, server: "owner", tool: "shop" });
    expect(owner).not.toBe(tool);
  });
});
