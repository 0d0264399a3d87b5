import type { Reason } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { aWorld } from "./support/world.js";

const { engine } = aWorld().process();

const rejected = (reason: Reason, detail?: string) =>
  JSON.parse(
    engine.rejectionResponse({ tool: "delete_foo", reason, ...(detail !== undefined && { detail }) }).content[0]
      ?.text ?? "",
  );

test.each<[Reason, string]>([
  [
    "unknown_or_used",
    "This confirm_token is unknown or was already used. If it was confirmed before, its operation may be running or done: check that first. Only otherwise re-call without confirm_token to get a new preview.",
  ],
  ["wrong_owner", "This confirm_token was issued to another requester."],
  ["wrong_tool", "This confirm_token was issued for another tool. Call the tool that returned it."],
  [
    "params_changed",
    "Arguments changed between the preview and the confirm call. Re-call without confirm_token to get a new preview.",
  ],
  ["expired", "This confirm_token has expired. Re-call without confirm_token to get a new preview."],
])("%s has the contract's sentence", (reason, error) => {
  expect(rejected(reason)).toEqual({ status: "rejected", tool: "delete_foo", error, reason });
});

test("a rejection is an error with the envelope as its only text", () => {
  const result = engine.rejectionResponse({ tool: "delete_foo", reason: "expired" });
  expect(Object.keys(result).sort()).toEqual(["content", "isError"]);
  expect(result.isError).toBe(true);
  expect(result.content).toHaveLength(1);
});

test.each(["in_flight", "in_doubt", "already_executed"])("%s never invites a new preview", (detail) => {
  const { error } = rejected("unknown_or_used", detail);
  expect(error).not.toMatch(/Re-call without confirm_token/);
  expect(error).toMatch(/Do not (ask for a new preview|execute it again)/);
});

test("a wait is told beside the reason", () => {
  const a = { tool: "delete_foo", reason: "unknown_or_used", detail: "in_flight", retry_after_ms: 250 } as const;
  const { text = "" } = engine.rejectionResponse(a).content[0] ?? {};
  expect(JSON.parse(text)).toMatchObject({ detail: "in_flight", retry_after_ms: 250 });
});
