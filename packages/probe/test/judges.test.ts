import { describe, expect, test } from "vitest";
import type { HintName } from "../src/index.js";
import type { CaseRun, Observed } from "../src/matrix/observed.js";
import { effects } from "../src/observe/effect.js";
import { change, observed, quiet, reportOn, run, step } from "./support/made-report.js";
import { judgementOn } from "./support/told.js";

const reads = { readOnlyHint: true };
const repeats = { readOnlyHint: false, idempotentHint: true };
const gentle = { readOnlyHint: false, destructiveHint: false };

const told = (of: Observed, hint: HintName) => judgementOn(reportOn(of), "a_tool", hint);
/** The quiet runs, with some of them replaced. */
const but = (...runs: CaseRun[]): readonly CaseRun[] => [
  ...quiet.filter((each) => !runs.some((other) => other.case === each.case)),
  ...runs,
];

test("what was watched and stayed as it was clears all three", () => {
  expect(told(observed(reads), "readOnlyHint").verdict).toBe("holds");
  expect(told(observed(repeats), "idempotentHint").verdict).toBe("holds");
  expect(told(observed(gentle), "destructiveHint").verdict).toBe("holds");
});

describe("nobody can tell", () => {
  const blind: readonly (readonly [string, Observed["runs"] | undefined, Partial<Observed>])[] = [
    ["without an observer", undefined, { watched: [] }],
    ["when a snapshot was not everything", undefined, { incomplete: ["too many rows"] }],
    ["when an observer changes while nothing is called", undefined, { noisy: new Set(["desk"]) }],
    ["without an ordinary call", [], {}],
    [
      "when the ordinary call failed",
      but(run("ordinary", step([], { outcomes: [{ kind: "answered", isError: true, text: "no" }] }))),
      {},
    ],
    [
      "when the ordinary call was never answered",
      but(run("ordinary", step([], { outcomes: [{ kind: "silent", afterMs: 5 }] }))),
      {},
    ],
  ];
  test.each(blind)("%s", (_what, runs, more) => {
    expect(told(observed(reads, runs ?? quiet, more), "readOnlyHint").verdict).toBe("cannot_tell");
    expect(told(observed(repeats, runs ?? quiet, more), "idempotentHint").verdict).toBe("cannot_tell");
    expect(told(observed(gentle, runs ?? quiet, more), "destructiveHint").verdict).toBe("cannot_tell");
  });

  const ordinary = run("ordinary", step([change("write")]));
  const cutOf = (received: boolean, ...changes: Parameters<typeof step>[0][]) =>
    run("cut", step(changes[0], { outcomes: [{ kind: "cut", received }] }), step(changes[1]));
  const both = run("parallel_connections", step([change("write")]));
  const notFresh = (name: "parallel"): CaseRun => ({ ...run(name, step([change("write")])), fresh: false });
  test("a race on a fresh state is judged: the control of what follows", () => {
    const runs = but(ordinary, cutOf(true, [change("write")]), run("parallel", step([change("write")])), both);
    expect(told(observed(repeats, runs), "idempotentHint").verdict).toBe("holds");
  });
  const untold: readonly (readonly [string, readonly CaseRun[]])[] = [
    ["whether a retry is safe, if the server never showed that it had received the call", but(cutOf(false))],
    ["whether a retry is safe, on a state that is not fresh", but(ordinary, { ...cutOf(true), fresh: false })],
    ["whether a retry is safe, if neither call had an effect", but(ordinary, cutOf(true))],
    ["whether a race is safe, if it was not run", quiet.filter((each) => each.case !== "parallel")],
    [
      "whether a race is safe, on a state that is not fresh",
      but(ordinary, cutOf(true, [change("write")]), notFresh("parallel"), both),
    ],
    ["whether a race is safe, if both calls failed", but(ordinary, cutOf(true, [change("write")]))],
    ["what a tunnel carried", but(run("again", step([change("opaque")])))],
  ];
  test.each(untold)("%s", (_what, runs) => {
    expect(told(observed(repeats, runs), "idempotentHint").verdict).toBe("cannot_tell");
  });

  test("what a GET did to a remote that is not watched, though it is known of one that is", () => {
    const asked = (effect: "request" | "watched_request") =>
      observed(reads, but(run("ordinary", step([change(effect)]))));
    expect(told(asked("request"), "readOnlyHint").verdict).toBe("cannot_tell");
    expect(told(asked("watched_request"), "readOnlyHint").verdict).toBe("holds");
  });

  test("whether a call with a relative time is the same call", () => {
    expect(told(observed(repeats, quiet, { relative: ['due = "tomorrow"'] }), "idempotentHint").verdict).toBe(
      "cannot_tell",
    );
  });
});

test("what an observer sees that changes by itself contradicts nothing", () => {
  const noisy = { noisy: new Set(["desk"]) };
  const writes = but(run("ordinary", step([change("write")])));
  const again = but(run("again", step([change("write")])));
  expect(told(observed(reads, writes, noisy), "readOnlyHint").verdict).toBe("cannot_tell");
  expect(told(observed(repeats, again, noisy), "idempotentHint").verdict).toBe("cannot_tell");
  expect(told(observed(reads, writes), "readOnlyHint").verdict).toBe("contradicted"); // the control
});

test("what was seen stands, although other things could not be", () => {
  const runs = but(run("invalid", step([change("write", "created", { observer: "mail" })])));
  const of = observed(reads, runs, { incomplete: ["too many rows"], noisy: new Set(["desk"]) });
  expect(told(of, "readOnlyHint").verdict).toBe("contradicted");
});

test.each(Object.entries(effects))("an effect of kind %s counts as its row says", (name, row) => {
  const effect = name as keyof typeof effects;
  const verdicts = { breaks: "contradicted", unsure: "cannot_tell", caution: "holds", nothing: "holds" } as const;
  const once = told(observed(reads, but(run("missing", step([change(effect)])))), "readOnlyHint");
  expect(once.verdict).toBe(verdicts[row.readOnly]);
  expect(once.cautions).toHaveLength(row.readOnly === "caution" ? 1 : 0);
  const again = told(observed(repeats, but(run("again", step([change(effect)])))), "idempotentHint");
  expect(again.verdict).toBe(verdicts[row.repeated]);
  expect(again.cautions).toHaveLength(row.repeated === "caution" ? 1 : 0);
  const sent = told(observed(gentle, but(run("ordinary", step([change(effect)])))), "destructiveHint");
  expect(sent.verdict).toBe(verdicts[row.recall]);
});

describe("reversibility", () => {
  const gone = but(run("ordinary", step([change("write", "removed")])));
  const undo = (net: CaseRun["net"] = [], fresh = true): CaseRun => ({ ...run("undo", step(), step()), net, fresh });
  const late = (net: CaseRun["net"], alone: Parameters<typeof step>[0] = []): CaseRun => ({
    ...run("undo_after_downstream", step(alone, { label: "downstream job alone" }), step(), step()),
    net: net ?? [],
  });
  const rows: readonly (readonly [string, readonly CaseRun[], Partial<Observed>, string])[] = [
    ["no undo", gone, {}, "contradicted"],
    ["an undo that brings nothing back", [...gone, undo([change("write", "removed")])], {}, "contradicted"],
    ["an undo, and no word on later jobs", [...gone, undo()], {}, "cannot_tell"],
    ["an undo, and the word that there is no later job", [...gone, undo()], { downstream: "none" }, "holds"],
    ["an undo that works after the later job", [...gone, undo(), late([])], { downstream: "given" }, "holds"],
    [
      "an undo that does not work after the later job",
      [...gone, undo(), late([change("write", "replaced")])],
      { downstream: "given" },
      "contradicted",
    ],
    [
      "a loss that the later job makes by itself",
      [...gone, undo(), late([change("write", "replaced")], [change("write", "replaced")])],
      { downstream: "given" },
      "holds",
    ],
    ["an undo on a state that was not fresh", [...gone, undo([], false)], { downstream: "none" }, "cannot_tell"],
    [
      "an undo that leaves additions behind",
      [...gone, undo([change("write", "created")])],
      { downstream: "none" },
      "holds",
    ],
  ];
  test.each(rows)("%s", (_what, runs, more, verdict) => {
    expect(told(observed(gentle, runs, more), "destructiveHint").verdict).toBe(verdict);
  });

  test("a bulk change whose undo has to be reconstructed is destructive, a small one is not", () => {
    const many = (count: number) =>
      but(
        run(
          "ordinary",
          step(Array.from({ length: count }, (_, index) => change("write", "replaced", { record: `r${index}` }))),
        ),
      );
    const word = { downstream: "none", undoKnown: false } as const;
    expect(told(observed(gentle, [...many(9), undo()], word), "destructiveHint").verdict).toBe("holds");
    expect(told(observed(gentle, [...many(10), undo()], word), "destructiveHint").verdict).toBe("contradicted");
    expect(told(observed(gentle, [...many(10), undo()], { ...word, undoKnown: true }), "destructiveHint").verdict).toBe(
      "holds",
    );
  });

  test("what the tool made itself is no loss when it changes it again", () => {
    const made = [change("write", "created", { record: "tickets/new" })];
    const again = [change("write", "replaced", { record: "tickets/new" })];
    const runs = but(run("ordinary", step(made)), run("again", step(again)));
    expect(told(observed(gentle, runs), "destructiveHint").verdict).toBe("holds");
    const other = but(run("ordinary", step(made)), run("again", step([change("write", "replaced")])));
    expect(told(observed(gentle, other), "destructiveHint").verdict).toBe("contradicted");
    const undone = [...other, undo()];
    expect(told(observed(gentle, undone, { downstream: "none" }), "destructiveHint").verdict).toBe("cannot_tell");
  });

  test("what the undo made anew was a loss all the same", () => {
    const back = { ...run("undo", step(), step([change("write", "created")])), net: [change("write", "replaced")] };
    expect(told(observed(gentle, [...gone, back], { downstream: "none" }), "destructiveHint").verdict).toBe(
      "contradicted",
    );
  });

  test("a failing call that loses something is destructive, whatever undo there is", () => {
    const failed = step([change("write", "removed")], { outcomes: [{ kind: "answered", isError: true, text: "no" }] });
    const runs = [...but(run("missing", failed)), undo()];
    expect(told(observed(gentle, runs, { downstream: "none" }), "destructiveHint").verdict).toBe("contradicted");
  });

  test.each([
    ["created", "holds"],
    ["extended", "holds"],
    ["touched", "holds"],
    ["removed", "contradicted"],
    ["replaced", "contradicted"],
    ["reduced", "contradicted"],
  ] as const)("what was %s, without an undo: %s", (kind, verdict) => {
    const effect = kind === "touched" ? "touch" : "write";
    expect(told(observed(gentle, but(run("ordinary", step([change(effect, kind)])))), "destructiveHint").verdict).toBe(
      verdict,
    );
  });
});

test("a severed call that had begun may be finished by its retry, and no more than that", () => {
  const [one, two] = [change("write", "created", { record: "a" }), change("trail", "created", { record: "b" })];
  const cut = (first: Parameters<typeof step>[0], second: Parameters<typeof step>[0]) =>
    but(
      run("ordinary", step([one, two])),
      run("parallel", step([one, two])),
      run("parallel_connections", step([one, two])),
      run("cut", step(first, { outcomes: [{ kind: "cut", received: true }] }), step(second)),
    );
  expect(told(observed(repeats, cut([one], [two])), "idempotentHint").verdict).toBe("holds");
  expect(told(observed(repeats, cut([], [one, two])), "idempotentHint").verdict).toBe("holds");
  expect(told(observed(repeats, cut([one, two], [])), "idempotentHint").verdict).toBe("holds");
  expect(told(observed(repeats, cut([one], [one, two])), "idempotentHint").verdict).toBe("contradicted");
});

test("with other arguments the second call has to be as quiet", () => {
  const other = (first: Parameters<typeof step>[0], isError = false) =>
    but(
      run(
        "other_choice",
        step(first, { outcomes: [{ kind: "answered", isError, text: "" }] }),
        step([change("write")]),
      ),
    );
  const told = (runs: readonly CaseRun[]) => judgementOn(reportOn(observed(repeats, runs)), "a_tool", "idempotentHint");
  expect(told(other([change("write")])).verdict).toBe("contradicted");
  expect(told(other([])).verdict).toBe("contradicted");
  expect(told(other([], true)).verdict).toBe("holds"); // what failed and did nothing may be tried again
  expect(told(but(run("other_args", step([change("write")]), step()))).verdict).toBe("holds");
});

test("a page that stays as it is lets nobody take all, a larger one does", () => {
  const rows = (count: number) => [
    { kind: "answered" as const, isError: false, text: JSON.stringify(Array(count).fill("x")) },
  ];
  const flags = (usual: number, ten: number, large: number, args: Record<string, unknown> = {}) =>
    reportOn(
      observed(reads, [
        run("ordinary", step([], { args, outcomes: rows(usual) })),
        run(
          "page_size",
          step([], { args: { limit: 10 }, outcomes: rows(ten) }),
          step([], { args: { limit: 1_000 }, outcomes: rows(large) }),
        ),
      ]),
    ).tools[0]?.disclosure.flags.map(({ kind }) => kind);
  expect(flags(3, 3, 3)).toEqual([]);
  expect(flags(3, 7, 7)).toEqual(["enumerable"]);
  expect(flags(2, 7, 7, { limit: 2 })).toEqual([]);
  expect(flags(23, 10, 23)).toEqual(["enumerable"]);
});

test("a sequence that moved on denies a read, is noted of a repetition, and is no loss", () => {
  const moved = [change("sequence", "replaced")];
  expect(told(observed(reads, but(run("ordinary", step(moved)))), "readOnlyHint").verdict).toBe("contradicted");
  expect(told(observed(repeats, but(run("again", step(moved)))), "idempotentHint").verdict).toBe("holds");
  expect(told(observed(gentle, but(run("ordinary", step(moved)))), "destructiveHint").verdict).toBe("holds");
});

test("an absent and an empty field that are two requests are noted", () => {
  const runs = but(run("absent_or_empty", step([change("write")])));
  expect(told(observed(repeats, runs), "idempotentHint")).toMatchObject({
    verdict: "holds",
    cautions: ["an absent field and an empty one are two requests to it"],
  });
});

test("on a tool that is read-only the other two hints mean nothing", () => {
  expect(told(observed({ readOnlyHint: true, destructiveHint: false }), "destructiveHint").verdict).toBe("no_meaning");
  const writes = but(run("ordinary", step([change("write", "removed")])));
  expect(told(observed({ readOnlyHint: true, destructiveHint: false }, writes), "destructiveHint").verdict).toBe(
    "contradicted",
  );
});
