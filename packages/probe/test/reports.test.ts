import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import "../src/vitest.js";
import { baselineOf, driftFrom, exitCodeOf, readBaseline, toJunit, toMarkdown, toTerminal } from "../src/index.js";
import { shownValue } from "../src/report/evidence.js";
import { plainJson } from "../src/report/plain.js";
import { change, observed, quiet, reportOn, run, step } from "./support/made-report.js";

const reads = { readOnlyHint: true };
const writing = [...quiet, run("invalid", step([change("write")]))];
const liar = reportOn(observed(reads, writing));
const honest = reportOn(observed(reads));
const blind = reportOn(observed(reads, quiet, { watched: [] }));
const skipped = { ...honest, tools: honest.tools.map((tool) => ({ ...tool, skipped: "not now" })) };

describe("exit codes", () => {
  const drift = [{ tool: "a_tool", what: "hints", was: "{}", is: "{}" }] as const;
  test.each([
    ["an honest tool", honest, [], true, 0],
    ["a liar", liar, [], false, 1],
    ["a liar that drifted", liar, drift, true, 1],
    ["drift", honest, drift, false, 3],
    ["a promise that nobody can judge", blind, [], false, 0],
    ["the same, strictly", blind, [], true, 4],
    ["a tool that was not probed, strictly", skipped, [], true, 0],
  ])("%s", (_what, report, drifted, strict, code) => {
    expect(exitCodeOf(report, drifted, strict)).toBe(code);
  });
});

test("one is told in the singular, none and several in the plural", () => {
  const drift = [{ tool: "a_tool", what: "hints", was: "{}", is: "{}" }] as const;
  expect(toTerminal({ ...liar, calls: 1 }, drift)).toContain(
    "1 tool probed with 1 call, 1 hint contradicted, 1 drift from the baseline. ",
  );
  const two = { ...honest, tools: [...honest.tools, ...honest.tools] };
  expect(toTerminal(two, [...drift, ...drift])).toContain(
    "2 tools probed with 7 calls, 0 hints contradicted, 2 drifts from the baseline. ",
  );
});

describe("a baseline", () => {
  test("is the same after it was written and read, and holds no verdict", () => {
    const text = JSON.stringify(baselineOf(liar));
    expect(driftFrom(readBaseline(text), liar)).toEqual([]);
    expect(text).not.toMatch(/contradicted|verdict/);
  });

  test.each([
    ["hints", reportOn(observed({ readOnlyHint: true, idempotentHint: true }))],
    [
      "schemas",
      reportOn({
        ...observed(reads),
        tool: { ...observed(reads).tool, inputSchema: { type: "object", properties: {} } },
      }),
    ],
    ["behaviour", liar],
    [
      "disclosure",
      reportOn(
        observed(reads, [
          ...quiet,
          run(
            "missing",
            step([], { outcomes: [{ kind: "answered", isError: false, text: "password: hunter2hunter2" }] }),
          ),
        ]),
      ),
    ],
  ])("tells when %s changed", (what, report) => {
    expect(driftFrom(baselineOf(honest), report).map((each) => each.what)).toEqual([what]);
  });

  test("tells tools that came and went", () => {
    const none = { ...honest, tools: [] };
    expect(driftFrom(baselineOf(none), honest)).toMatchObject([{ what: "added" }]);
    expect(driftFrom(baselineOf(honest), none)).toMatchObject([{ what: "removed" }]);
  });

  test("does not mind the order of a schema's keys", () => {
    const withSchema = (inputSchema: Record<string, unknown>) =>
      reportOn({ ...observed(reads), tool: { name: "a_tool", inputSchema, annotations: reads } });
    expect(
      driftFrom(baselineOf(withSchema({ type: "object", title: "x" })), withSchema({ title: "x", type: "object" })),
    ).toEqual([]);
  });

  test.each(["", "[]", "{}", '{"format":2,"tools":{}}'])("that is none is refused: %s", (text) => {
    expect(() => readBaseline(text)).toThrow(/not one that this version wrote/);
  });
});

describe("whatever a server answers", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "\u001b[2J\u001b]0;x\u0007",
      "```\n# not a heading",
      "</failure><testcase/>",
      "]]>",
      "| a | b |\n| --- |",
      "\u0000\ud800",
    ),
  );
  const reportWith = (text: string) =>
    reportOn(
      observed(reads, [
        ...quiet,
        run(
          "invalid",
          step([change("write", "created", { record: text })], {
            outcomes: [{ kind: "answered", isError: false, text }],
          }),
        ),
      ]),
    );

  test("it neither moves a terminal's cursor nor ends a report's structure", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const report = reportWith(text);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(toTerminal(report)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
        const junit = toJunit(report);
        expect(junit.match(/<testcase /g)).toHaveLength(3);
        expect(junit.match(/<failure /g)).toHaveLength(1);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them
        expect(junit).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
        expect(toMarkdown(report).match(/^#+ /gm)?.length).toBe(
          toMarkdown(reportWith("plain")).match(/^#+ /gm)?.length,
        );
      }),
    );
  });

  test("no report turns the direction of its text or holds a control character, and JSON loses nothing by it", () => {
    const hostile = "a\u202eb\u2066c\u009bd\u061ce\u007ff\u001bg";
    const junit = toJunit({ ...liar, tools: liar.tools.map((tool) => ({ ...tool, tool: hostile, skipped: hostile })) });
    const json = plainJson({ [hostile]: hostile });
    for (const text of [junit, json]) expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.parse(json)).toEqual({ [hostile]: hostile });
  });

  test("a secret that is a number, a list or an object is not repeated either", () => {
    const text = shownValue({ apiToken: 90210, secrets: ["hunter2"], credential: { user: "u", value: "hunter2" } });
    expect(text).not.toMatch(/90210|hunter2/);
  });

  test("a secret in an argument or a record is not repeated", () => {
    expect(shownValue({ password: "hunter2", nested: { apiKey: "abc" }, note: "secret=abcdefgh" })).not.toMatch(
      /hunter2|abc/,
    );
  });
});

test("colour is there when it is asked for, and not otherwise", () => {
  expect(toTerminal(liar, [], { color: true })).toContain("\u001b[");
  expect(toTerminal(liar)).not.toContain("\u001b");
});

describe("the matchers", () => {
  test("pass what holds and fail what is contradicted, with the evidence and the three ways out", () => {
    expect(honest).toSurvive("a_tool", "readOnlyHint");
    expect(honest).toContradictNothing();
    expect(liar).not.toContradictNothing();
    expect(() => expect(liar).toSurvive("a_tool", "readOnlyHint")).toThrow(
      /case: invalid field[\s\S]*Change the hint: readOnlyHint: false/,
    );
  });

  test("do not pass what nobody can tell or what was not probed", () => {
    expect(() => expect(blind).toSurvive("a_tool", "readOnlyHint")).toThrow(/nothing was observed/);
    expect(() => expect(skipped).toSurvive("a_tool", "readOnlyHint")).toThrow(/was not probed/);
    expect(() => expect(skipped).toContradictNothing()).toThrow(/no tool was probed/);
    expect(() => expect(skipped).toDiscloseNothingOf("a_tool")).toThrow(/no answer of a_tool/);
  });

  test("tell what is disclosed", () => {
    const leak = step([], { outcomes: [{ kind: "answered", isError: false, text: "password: hunter2hunter2" }] });
    const report = reportOn(observed(reads, [...quiet, run("missing", leak)]));
    expect(honest).toDiscloseNothingOf("a_tool");
    expect(() => expect(report).toDiscloseNothingOf("a_tool")).toThrow(
      /discloses secret: \[named secret, 24 characters\] \(missing\)/,
    );
  });
});
