import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClientAnswer, outcomeOf, outcomes, refusalFor } from "../../src/elicitation/outcome.js";
import { type Asking, askingOf } from "../../src/elicitation/question.js";
import { isReason, sentenceFor } from "../../src/wire/reasons.js";

const about = (target: string) =>
  askingOf(undefined, { tool: "delete_foo", summary: "Will delete it.", material: { target }, params: {} }) as Asking;
const asking = about("campaign:42");
const { name } = asking.question.field;
const accepted = (content: unknown): ClientAnswer => ({ action: "accept", content });

describe("what a client answers", () => {
  test.each<[string, unknown, string]>([
    ["the text itself", accepted({ [name]: "campaign:42" }), "answered"],
    ["the text between blanks", accepted({ [name]: "  campaign:42\n" }), "answered"],
    ["the text in capitals", accepted({ [name]: "CAMPAIGN:42" }), "wrong"],
    ["a part of the text", accepted({ [name]: "campaign" }), "wrong"],
    ["the text twice", accepted({ [name]: "campaign:42 campaign:42" }), "wrong"],
    ["blanks", accepted({ [name]: " \t\u00a0" }), "empty"],
    ["an empty text", accepted({ [name]: "" }), "empty"],
    ["an empty form", accepted({}), "empty"],
    ["no form at all", { action: "accept" }, "empty"],
    ["null", accepted(null), "empty"],
    ["the text and another field", accepted({ [name]: "campaign:42", remember: true }), "unexpected"],
    ["the text in another field", accepted({ target: "campaign:42" }), "unexpected"],
    ["a tick", accepted({ [name]: true }), "unexpected"],
    ["a list", accepted({ [name]: ["campaign:42"] }), "unexpected"],
    ["a list for a form", accepted(["campaign:42"]), "unexpected"],
    ["a text for a form", accepted("campaign:42"), "unexpected"],
    ["a no", { action: "decline" }, "declined"],
    ["a no with the text", { action: "decline", content: { [name]: "campaign:42" } }, "declined"],
    ["a closed question with the text", { action: "cancel", content: { [name]: "campaign:42" } }, "cancelled"],
    ["nothing in time", { action: "timed_out" }, "timed_out"],
    ["another word with the text", { action: "ok", content: { [name]: "campaign:42" } }, "unexpected"],
    ["nothing", undefined, "unexpected"],
  ])("%s is as it is: %o → %s", (_what, answer, outcome) => {
    expect(outcomeOf(answer as ClientAnswer, asking)).toBe(outcome);
  });

  test("is the same text however it was composed", () => {
    const precomposed = about("café");
    expect(outcomeOf(accepted({ [name]: "cafe\u0301" }), precomposed)).toBe("answered");
    expect(outcomeOf(accepted({ [name]: "café" }), about("cafe\u0301"))).toBe("answered");
  });

  test("counts only if it is one text, and the right one, whatever else there may be", () => {
    const field = fc.constantFrom(name, "target", "__proto__", "");
    const value = fc.oneof(fc.anything(), fc.constantFrom("campaign:42", " campaign:42 "), fc.string());
    const content = fc.oneof(fc.dictionary(field, value), fc.anything());
    const answer = fc.record({ action: fc.constantFrom("accept", "decline", "cancel", "timed_out", "x"), content });
    fc.assert(
      fc.property(answer, (given) => {
        const outcome = outcomeOf(given as ClientAnswer, asking);
        const entries =
          typeof given.content === "object" && given.content !== null ? Object.entries(given.content) : [];
        const isRight =
          given.action === "accept" &&
          !Array.isArray(given.content) &&
          entries.length === 1 &&
          entries[0]?.[0] === name &&
          typeof entries[0][1] === "string" &&
          entries[0][1].trim() === "campaign:42";
        expect(outcome === "answered").toBe(isRight);
      }),
      { numRuns: 2000, examples: [[{ action: "accept", content: { [name]: "campaign:42" } }]] },
    );
  });
});

describe("the table of outcomes", () => {
  test("lets one of them go on", () => {
    const goingOn = Object.entries(outcomes).filter(([, { goesOn }]) => goesOn);
    expect(goingOn.map(([outcome]) => outcome)).toEqual(["answered"]);
    expect(refusalFor("answered")).toBeUndefined();
  });

  test("refuses all others, each in its own words, none of which says that anything was executed", () => {
    const refused = Object.keys(outcomes).filter((outcome) => outcome !== "answered") as (keyof typeof outcomes)[];
    const sentences = refused.map((outcome) => {
      const refusal = refusalFor(outcome);
      expect(refusal).toEqual({ reason: "not_confirmed", detail: outcome });
      expect(isReason("not_confirmed")).toBe(true);
      return sentenceFor("not_confirmed", outcome);
    });
    expect(new Set(sentences).size).toBe(refused.length);
    for (const sentence of sentences) expect(sentence).toContain("This call executed nothing.");
    expect(sentences).not.toContain(sentenceFor("not_confirmed"));
  });

  test("sends nobody back to a user who said no", () => {
    expect(sentenceFor("not_confirmed", "declined")).toMatch(/Do not try it again/);
    expect(sentenceFor("not_confirmed", "declined")).not.toMatch(/repeat this same call/);
    const final = Object.entries(outcomes).filter(([, { mayBeAskedAgain }]) => !mayBeAskedAgain);
    expect(final.map(([outcome]) => outcome)).toEqual(["declined", "asked_enough"]);
  });
});
