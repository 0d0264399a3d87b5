import { WriteStream } from "node:tty";
import { describe, expect, test } from "vitest";
import { Page } from "../../src/walkthrough/page.js";
import { table } from "../../src/walkthrough/table.js";

function printed(output: { isTTY?: boolean; hasColors?: () => boolean }): string {
  let text = "";
  const page = new Page({ ...output, write: (part) => (text += part) });
  page.good("as expected");
  return text;
}

/** What Node says of a terminal in this environment. */
const asked = (environment: object) => () => WriteStream.prototype.hasColors(environment as never);

describe("the page", () => {
  test("is coloured on a terminal", () => {
    expect(printed({ isTTY: true, hasColors: asked({ TERM: "xterm-256color" }) })).toBe(
      "   \u001b[32m✔\u001b[0m as expected\n",
    );
  });

  test.each([
    ["when NO_COLOR asks for it", { isTTY: true, hasColors: asked({ TERM: "xterm-256color", NO_COLOR: "1" }) }],
    ["on a terminal without colours", { isTTY: true, hasColors: asked({ TERM: "dumb" }) }],
    ["in a file or a pipe", {}],
  ])("is plain %s", (_when, output) => {
    expect(printed(output)).toBe("   ✔ as expected\n");
  });
});

test("a table has its columns aligned, and leaves open what a row does not have", () => {
  expect(table([{ "": "before", id: 12, payout: "4.50" }, { "": "after: no row" }])).toEqual([
    "┌───────────────┬────┬────────┐",
    "│               │ id │ payout │",
    "├───────────────┼────┼────────┤",
    "│ before        │ 12 │ 4.50   │",
    "│ after: no row │    │        │",
    "└───────────────┴────┴────────┘",
  ]);
});
