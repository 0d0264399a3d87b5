import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactor } from "../../src/engine/redact.js";
import type { Json } from "../../src/params/plain-json.js";
import { deepFreeze, json } from "../support/json.js";

const text = (value: string) => redactor(["hunter2", "hunter22", "42", "007"]).text(value);

describe("a redactor hides a secret", () => {
  test("wherever it stands in a text, and as often as it does", () => {
    expect(text("password hunter2, again hunter2!")).toBe("password [secret], again [secret]!");
  });

  test("with the longest first, so that nothing is left of one that holds another", () => {
    expect(text("hunter22")).toBe("[secret]");
    expect(text("x hunter22 x")).toBe("x [secret] x");
  });

  test("of less than four characters only where it is the whole value", () => {
    expect(text("42")).toBe("[secret]");
    expect(text("42 items of 007")).toBe("42 items of 007");
  });

  test("of four characters inside a text too", () => {
    expect(redactor(["1234"]).text("pin 1234.")).toBe("pin [secret].");
  });

  test("in members, elements, numbers and the names of members, at any depth", () => {
    const { json: inJson } = redactor(["hunter2", "42"]);
    const value = { a: ["hunter2", { "key hunter2": 42 }], b: 420, c: true, d: null, e: "42" };
    expect(inJson(deepFreeze(value))).toEqual({
      ...{ a: ["[secret]", { "key [secret]": "[secret]" }], b: 420 },
      ...{ c: true, d: null, e: "[secret]" },
    });
  });

  test("inside a JSON text, where its quotes and line ends are escaped", () => {
    const key = '-----BEGIN KEY-----\nMIIE"\\\n-----END KEY-----';
    const { text: hide } = redactor([key]);
    expect(hide(JSON.stringify({ key, name: "k" }))).toBe('{"key":"[secret]","name":"k"}');
    expect(hide(`the key is ${key}`)).toBe("the key is [secret]");
  });

  test("in the message and the stack of an error, and keeps the error's name", () => {
    const { error } = redactor(["hunter2"]);
    const hidden = error(new TypeError("bad password hunter2", { cause: "hunter2" })) as Error;
    expect(hidden).toMatchObject({ name: "TypeError", message: "bad password [secret]" });
    expect(hidden.stack).toContain("TypeError: bad password [secret]");
    expect(`${hidden.stack} ${hidden.cause}`).not.toContain("hunter2");
    expect(error("thrown hunter2")).toBe("thrown [secret]");
  });

  test("and everything else that was thrown, since nobody knows what it holds", () => {
    const { error } = redactor(["hunter2"]);
    for (const thrown of [{ password: "hunter2" }, 7, null, undefined]) expect(error(thrown)).toBe("[secret]");
  });

  test("in an error without a stack", () => {
    const bare = Object.assign(new Error("hunter2"), { stack: undefined });
    expect(redactor(["hunter2"]).error(bare)).toMatchObject({ message: "[secret]", stack: "" });
  });
});

describe("a redactor", () => {
  test("never leaves a secret of four or more characters in anything", () => {
    const secret = fc.string({ minLength: 4, maxLength: 12 }).filter((text) => !"[secret]".includes(text));
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 3 }), json.any, (secrets, value) => {
        const said = { texts: secrets.map((each) => `<${each}>`), value: value as Json };
        const shown = redactor(secrets).json(said) as { texts: string[] };
        for (const each of secrets) for (const text of shown.texts) expect(text).not.toContain(each);
      }),
    );
  });

  test("never looks into the marks that it put", () => {
    const { text: hide } = redactor(["abcd", "secret"]);
    expect(hide("abcd secret")).toBe("[secret] [secret]");
    const single = redactor([..."[withheld]"], { mark: "[withheld]", leastCharsInsideText: 1 });
    expect(single.text("xwx")).toBe("x[withheld]x");
  });

  test("finds each of ten thousand secrets in a long text, as a search for one after the other does", () => {
    const secrets = Array.from({ length: 10_000 }, (_, index) => `secret number ${index}.`);
    const said = `${"y".repeat(700_000)}${secrets.join("")}`;
    expect(redactor(secrets).text(said)).toBe(`${"y".repeat(700_000)}${"[secret]".repeat(10_000)}`);
  });

  test("tells secrets apart that share a long start", () => {
    const start = "k".repeat(100);
    const hide = redactor([`${start}1`, `${start}12`, `${start}3`, start.slice(1)]);
    expect(hide.text(`${start}12,${start}3,${start}4`)).toBe("[secret],[secret],[secret]k4");
  });

  test("hides what one pass over all secrets, longest first, finds", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.array(piece), (secrets, pieces) => {
        const said = `<${pieces.join("")}`;
        const longestFirst = [...secrets].sort((a, b) => b.length - a.length).join("|");
        const hide = redactor(secrets, { mark: "#", leastCharsInsideText: 1 });
        expect(hide.text(said)).toBe(said.replace(new RegExp(longestFirst, "g"), "#"));
      }),
    );
  });

  test("takes each secret literally", () => {
    const odd = ["a.c*", "(x)+", "[b]{2}", "^$|x", "back\\slash"];
    const { text: hide } = redactor(odd);
    expect(odd.map((secret) => hide(`<${secret}>`))).toEqual(odd.map(() => "<[secret]>"));
    expect(hide("abcc")).toBe("abcc");
  });

  test("without secrets answers the very same value", () => {
    const { text: hide, json: inJson, error } = redactor([]);
    const [value, thrown] = [{ a: 1 }, new Error("e")];
    expect([hide("a"), inJson(value), error(thrown)]).toEqual(["a", value, thrown]);
    expect(inJson(value)).toBe(value);
    expect(error(thrown)).toBe(thrown);
  });

  test("keeps a member named __proto__ a member", () => {
    const shown = redactor(["hunter2"]).json(JSON.parse('{"__proto__":{"a":"hunter2"}}'));
    expect(JSON.stringify(shown)).toBe('{"__proto__":{"a":"[secret]"}}');
  });
});
