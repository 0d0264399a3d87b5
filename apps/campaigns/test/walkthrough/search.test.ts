import { describe, expect, test } from "vitest";
import { finds } from "../../src/walkthrough/search.js";

const password = 'pa"ss wörd/1';
const bytes = Buffer.from(password);

describe("the search for a secret", () => {
  test.each([
    ["clear", password],
    ["json", JSON.stringify({ password })],
    ["base64", bytes.toString("base64")],
    ["base64url", bytes.toString("base64url")],
    ["hex", bytes.toString("hex")],
    ["url", encodeURIComponent(password)],
    ["form", new URLSearchParams({ password }).toString()],
  ])("finds it as %s", (form, text) => {
    expect(finds(`before ${text} after`, password)).toContain(form);
  });

  test("finds nothing where there is nothing", () => {
    expect(finds("before [secret] after", password)).toEqual([]);
  });
});
