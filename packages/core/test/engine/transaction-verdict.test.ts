import { expect, test } from "vitest";
import type { TransactionEnd } from "../../src/engine/run-transaction.js";
import { type Stage, Undo, type Verdict, verdictOn } from "../../src/engine/transaction-verdict.js";
import { Tier2Error } from "../../src/errors.js";

const undo = new Undo({ outcome: "not_executed", answer: {} as never, step: { type: "not_executed" } });
const setUp = new Tier2Error("invalid_setup", "set up wrongly");
const away = new Tier2Error("store_unavailable", "away");
const unwritten = new Tier2Error("journal_unavailable", "its log is away");
const other = new Error("whatever a handler throws");
const errors = { undo, setUp, away, unwritten, other };

const stages: readonly Stage[] = ["claiming", "asking", "handling", "recording"];
const clashes = ["lock_timeout", "conflict", undefined] as const;
const ends: readonly Exclude<TransactionEnd<unknown>["kind"], "committed">[] = [
  "never_began",
  "rolled_back",
  "unknown",
];

interface Cell {
  readonly end: (typeof ends)[number];
  readonly stage: Stage;
  readonly clash: (typeof clashes)[number];
  readonly mayRepeat: boolean;
  readonly error: keyof typeof errors;
}

const cells: readonly Cell[] = ends.flatMap((end) =>
  (end === "never_began" ? (["claiming"] as const) : stages).flatMap((stage) =>
    clashes.flatMap((clash) =>
      [true, false].flatMap((mayRepeat) =>
        (Object.keys(errors) as Cell["error"][]).map((error) => ({ end, stage, clash, mayRepeat, error })),
      ),
    ),
  ),
);

const verdict = (cell: Cell): Verdict => verdictOn({ ...cell, error: errors[cell.error] });
const where = (matches: (cell: Cell) => boolean) => [...new Set(cells.filter(matches).map(verdict))].sort();

test("a commit without an answer is looked up, whatever its error says: nothing else can tell what became of it", () => {
  expect(where(({ end }) => end === "unknown")).toEqual(["look_up"]);
  expect(where(({ end }) => end !== "unknown")).not.toContain("look_up");
});

test("a refusal is recorded, and no failure is taken for one", () => {
  expect(where(({ end, error }) => end === "rolled_back" && error === "undo")).toEqual(["record"]);
  expect(where(({ end, error }) => end === "rolled_back" && error !== "undo")).not.toContain("record");
});

test("only what has not handled anything, or was chosen to give way, is done again, and only while it may be", () => {
  const repeated = cells.filter((cell) => verdict(cell) === "repeat");
  expect(repeated.every(({ mayRepeat }) => mayRepeat)).toBe(true);
  expect(repeated.every(({ stage, clash }) => stage === "claiming" || clash === "conflict")).toBe(true);
  expect(where((cell) => cell.clash === "conflict" && cell.mayRepeat && cell.error === "other")).toContain("repeat");
});

test("a wait for the claim that took too long is a running operation, and no other wait is", () => {
  const waits = (stage: Stage) => (cell: Cell) =>
    cell.end === "rolled_back" && cell.clash === "lock_timeout" && cell.stage === stage && cell.error === "away";
  expect(where(waits("claiming"))).toEqual(["running"]);
  for (const stage of stages.slice(1)) expect(where(waits(stage))).toEqual(["rolled_back"]);
});

test("a set-up mistake is thrown; one that the handler threw is the handler's failure", () => {
  const mistakes = (isHandling: boolean) => (cell: Cell) =>
    cell.end === "rolled_back" &&
    cell.error === "setUp" &&
    cell.clash === undefined &&
    (cell.stage === "handling") === isHandling;
  expect(where(mistakes(false))).toEqual(["throw"]);
  expect(where(mistakes(true))).toEqual(["rolled_back"]);
});

test.each(["away", "unwritten"] as const)(
  "before the claim the store is unavailable, after it everything was rolled back (%s)",
  (error) => {
    const failed = (cell: Cell) =>
      cell.error === error && cell.clash === undefined && !cell.mayRepeat && cell.end !== "unknown";
    expect(where((cell) => failed(cell) && cell.stage === "claiming")).toEqual(["unavailable"]);
    expect(where((cell) => failed(cell) && cell.stage !== "claiming")).toEqual(["rolled_back"]);
  },
);
