import { describe, expect, test } from "vitest";
import { decide } from "../../src/confirmation/machine.js";
import { cellsOf, inWords, states } from "../support/cells.js";
import { times } from "../support/confirmations.js";

// exists → owner → tool → params → history → expired or used: the first that is wrong is told, and nothing after it.
const order = ["owner", "tool", "params", "history", "deadline"] as const;
const told = {
  owner: "refuse wrong_owner",
  tool: "refuse wrong_tool",
  params: "refuse params_changed",
  history: "refuse unknown_or_used history_changed",
  deadline: "refuse expired",
};

const consumes = (state: string) =>
  cellsOf(state)
    .filter((cell) => cell.command === "consume")
    .map((cell) => {
      const wrong = [
        ...cell.differs,
        ...(cell.history === "changed" ? ["history"] : []),
        ...(cell.deadline === "passed" ? ["deadline"] : []),
      ];
      return { wrong, answer: inWords(decide(cell.confirmation, cell.asked, times)) };
    });

describe("the first thing that is wrong is the one that is told", () => {
  test("on a pending confirmation, for every set of things that are wrong", () => {
    for (const { wrong, answer } of consumes("pending")) {
      const first = order.find((thing) => wrong.includes(thing));
      expect({ wrong, answer }).toEqual({ wrong, answer: first ? told[first] : "→ in_flight, if open same" });
    }
  });

  test.each(Object.keys(states).filter((state) => !["absent", "pending"].includes(state)))(
    "on a confirmation that is %s, where a mismatch comes before what became of it",
    (state) => {
      for (const { wrong, answer } of consumes(state)) {
        const first = order.slice(0, 3).find((thing) => wrong.includes(thing));
        if (first === undefined) expect(answer).not.toMatch(/wrong_|changed|expired/);
        else expect({ wrong, answer }).toEqual({ wrong, answer: told[first] });
      }
    },
  );

  test("where there is no confirmation, a stranger and an owner hear the same", () => {
    expect(new Set(consumes("absent").map(({ answer }) => answer))).toEqual(new Set(["refuse unknown_or_used"]));
  });

  test("somebody whose binding does not match hears no detail and no time", () => {
    for (const state of Object.keys(states).filter((name) => name !== "absent")) {
      for (const cell of cellsOf(state)) {
        if (cell.command !== "consume" || cell.differs.length === 0) continue;
        expect(Object.keys(decide(cell.confirmation, cell.asked, times))).toEqual(["kind", "reason"]);
      }
    }
  });
});
