import { describe, expect, expectTypeOf, test } from "vitest";
import { details, isReason, type Reason, reasons, sentenceFor } from "../../src/wire/reasons.js";

// The table of the wire contract. A reason is a promise to clients: none is renamed, and none changes its status.
const http: Record<Reason, number> = {
  unknown_or_used: 409,
  wrong_owner: 403,
  wrong_tool: 422,
  params_changed: 422,
  expired: 410,
  invalid_params: 400,
  not_possible: 409,
  duplicate: 409,
  not_executed: 409,
  failed: 500,
  state_changed: 409,
  policy_changed: 409,
  risk_exceeded: 409,
  denied: 403,
  revoked: 403,
  access_revoked: 403,
  tool_disabled: 403,
  level_unavailable: 403,
  not_confirmed: 403,
  approval_lapsed: 410,
  store_unavailable: 503,
};
const all = Object.keys(http) as Reason[];

describe("the table of reasons", () => {
  test("is closed: these reasons with these HTTP statuses, and no other", () => {
    expect(Object.fromEntries(Object.entries(reasons).map(([reason, row]) => [reason, row.http]))).toEqual(http);
    expectTypeOf<Reason>().toEqualTypeOf<keyof typeof reasons>();
  });

  test("calls every refusal an error, for MCP, and none of them a success, for HTTP", () => {
    for (const { isError, http: status } of Object.values(reasons)) {
      expect(isError).toBe(true);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  test.each(all)("has a sentence of its own for %s, without a trailing blank or a missing stop", (reason) => {
    const { sentence } = reasons[reason];
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(Object.values(reasons).filter((row) => row.sentence === sentence)).toHaveLength(1);
  });

  test("knows its reasons from every other text", () => {
    for (const reason of all) expect(isReason(reason)).toBe(true);
    for (const text of ["", "ok", "toString", "__proto__", "constructor", "UNKNOWN_OR_USED", "in_flight"]) {
      expect(isReason(text)).toBe(false);
    }
  });
});

describe("the sentence", () => {
  test("of a rollback invites to repeat the call, and not to a new preview: its token was not used", () => {
    const sentence = sentenceFor("not_executed", "rolled_back");
    expect(sentence).toMatch(/nothing was executed\. This same call may be repeated with the same confirm_token\.$/);
    expect(sentenceFor("unknown_or_used", "rolled_back")).toBe(reasons.unknown_or_used.sentence);
  });

  test("of params_changed is the contract's", () => {
    expect(sentenceFor("params_changed")).toBe(
      "Arguments changed between the preview and the confirm call. Re-call without confirm_token to get a new preview.",
    );
  });

  test("is the detail's where unknown_or_used has one", () => {
    for (const [detail, sentence] of Object.entries(details)) {
      expect(sentenceFor("unknown_or_used", detail)).toBe(sentence);
    }
  });

  test.each([
    ["not_possible", "too_many_requests", "wait for a decision"],
    ["not_possible", "withdrawn", "withdrawn"],
    ["approval_lapsed", "exhausted", "uses of this approval are spent"],
    ["approval_lapsed", "undecided", "Nobody decided in time"],
    ["approval_lapsed", "history_changed", "may have lost"],
    ["level_unavailable", "subject_missing", "whether they approve themselves"],
    ["level_unavailable", "no_policy", "no policy says who that is"],
    ["level_unavailable", "user_not_reachable", "cannot ask them"],
    ["level_unavailable", "nothing_to_type", "names nothing"],
    ["not_confirmed", "declined", "Do not try it again"],
    ["not_confirmed", "timed_out", "did not answer in time"],
    ["policy_changed", "definition_changed", "defined otherwise"],
    ["not_executed", "too_late", "took too long"],
  ] as const)("of %s/%s says so, and that nothing was executed", (reason, detail, words) => {
    expect(sentenceFor(reason, detail)).toContain(words);
    expect(sentenceFor(reason, detail)).toMatch(/executed nothing|was not executed/);
    expect(sentenceFor(reason, detail)).not.toBe(reasons[reason].sentence);
  });

  test("is the reason's everywhere else", () => {
    expect(sentenceFor("not_executed", "in_flight")).toBe(reasons.not_executed.sentence);
    for (const detail of [undefined, "", "toString", "__proto__", "journal_unavailable"]) {
      expect(sentenceFor("unknown_or_used", detail)).toBe(reasons.unknown_or_used.sentence);
    }
  });

  test("never invites a new preview of what runs, may have run, or did", () => {
    const invitation = "Re-call without confirm_token to get a new preview.";
    for (const detail of ["in_flight", "in_doubt", "already_executed"] as const) {
      expect(details[detail]).not.toContain(invitation);
    }
    expect(reasons.failed.sentence).not.toContain(invitation);
    expect(reasons.duplicate.sentence).not.toContain(invitation);
  });

  test("invites one where the operation certainly did not run and another preview helps", () => {
    const inviting = all.filter((reason) => reasons[reason].sentence.includes("Re-call without confirm_token"));
    expect(inviting).toEqual([
      ...["params_changed", "expired", "not_executed", "state_changed", "policy_changed", "approval_lapsed"],
    ]);
  });

  test("of a used token, whose detail a hand-written handler may drop, asks to check before it invites", () => {
    expect(reasons.unknown_or_used.sentence).toMatch(
      /may be running or done: check that first\. Only otherwise re-call/,
    );
    expect(details.history_changed).toMatch(/Have the state checked; then re-call/);
  });
});

test("the details are these four", () => {
  expect(Object.keys(details)).toEqual(["in_flight", "in_doubt", "already_executed", "history_changed"]);
});
