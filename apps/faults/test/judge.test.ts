import type { Reply } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { judge, type Observed } from "../src/run/judge.js";

const ok = { status: "ok", tool: "pay", message: "Paid" };
const rejected = (reason: string, detail?: string) => ({ status: "rejected", reason, ...(detail && { detail }) });
const seen = (over: Partial<Omit<Observed, "last">> & { last?: object } = {}): Observed => {
  const { last = ok, ...rest } = over;
  return { starts: 1, allowed: 1, heardOk: [], ...rest, last: { body: last } as Reply };
};
const heard = JSON.stringify(ok);
const well = { doubled: false, lost: false, inDoubt: false };

describe("an operation is judged by the ledger, by what its callers heard, and by what the store says in the end", () => {
  test.each<[string, Observed, object]>([
    ["ran once and is replayed as it was heard", seen({ heardOk: [heard] }), well],
    ["ran twice", seen({ starts: 2 }), { ...well, doubled: true }],
    ["ran after its token had expired", seen({ allowed: 0 }), { ...well, doubled: true }],
    ["never ran and is refused", seen({ starts: 0, last: rejected("not_executed") }), well],
    ["never ran and is told as done", seen({ starts: 0 }), { ...well, lost: true }],
    ["ran and is told as not executed", seen({ last: rejected("not_executed") }), { ...well, lost: true }],
    ["ran and its token is told as expired", seen({ last: rejected("expired") }), { ...well, lost: true }],
    ["another answer than was heard", seen({ heardOk: [`${heard} `] }), { ...well, lost: true }],
    ["in doubt", seen({ last: rejected("unknown_or_used", "in_doubt") }), { ...well, inDoubt: true }],
    [
      "not knowable since the history changed",
      seen({ starts: 0, last: rejected("unknown_or_used", "history_changed") }),
      { ...well, inDoubt: true },
    ],
    [
      "in doubt, though one caller heard the true answer",
      seen({ heardOk: [heard], last: rejected("unknown_or_used", "in_doubt") }),
      { ...well, inDoubt: true },
    ],
    ["forgotten, and nobody heard of it", seen({ last: rejected("unknown_or_used") }), { ...well, inDoubt: true }],
    [
      "forgotten, though a caller heard that it ran",
      seen({ heardOk: [heard], last: rejected("unknown_or_used") }),
      { ...well, lost: true },
    ],
  ])("%s", (_name, observed, verdict) => expect(judge(observed)).toEqual(verdict));
});
