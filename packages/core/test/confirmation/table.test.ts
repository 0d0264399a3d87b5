import { describe, expect, test } from "vitest";
import { decide } from "../../src/confirmation/machine.js";
import { type Cell, cellsOf, inWords, states } from "../support/cells.js";
import { times } from "../support/confirmations.js";

// What the contract demands of every status × command. The first row that fits a cell holds; "·" fits everything.
// binding: what the command's binding differs in. claim: whose claim the record names, seen from the command.
const rows = `
  state                     | command               | binding | claim   | deadline | history | data | answer
  absent                    | consume               | ·       | ·       | ·        | ·       | ·    | refuse unknown_or_used
  absent                    | renew                 | ·       | ·       | ·        | ·       | ·    | reject not_claimed
  absent                    | complete completed    | ·       | ·       | ·        | ·       | ·    | insert completed claim
  absent                    | complete not_executed | ·       | ·       | ·        | ·       | ·    | insert not_executed claim
  absent                    | complete failed       | ·       | ·       | ·        | ·       | ·    | insert failed claim
  absent                    | settle                | ·       | ·       | ·        | ·       | ·    | reject not_claimed

  ·                         | consume               | owner   | ·       | ·        | ·       | ·    | refuse wrong_owner
  ·                         | consume               | tool    | ·       | ·        | ·       | ·    | refuse wrong_tool
  ·                         | consume               | params  | ·       | ·        | ·       | ·    | refuse params_changed

  pending                   | consume               | same    | ·       | ·        | changed | ·    | refuse unknown_or_used history_changed
  pending                   | consume               | same    | ·       | passed   | current | ·    | refuse expired
  pending                   | consume               | same    | ·       | open     | current | ·    | → in_flight, if open same
  pending                   | renew                 | ·       | ·       | ·        | ·       | ·    | reject not_claimed
  pending                   | complete              | ·       | ·       | ·        | current | ·    | reject not_claimed
  pending                   | complete completed    | same    | ·       | ·        | changed | ·    | → completed claim, if any changed
  pending                   | complete not_executed | same    | ·       | ·        | changed | ·    | → not_executed claim, if any changed
  pending                   | complete failed       | same    | ·       | ·        | changed | ·    | → failed claim, if any changed
  pending                   | complete              | ·       | ·       | ·        | changed | ·    | reject not_claimed
  pending                   | settle                | ·       | ·       | ·        | current | ·    | reject not_claimed
  pending                   | settle completed      | ·       | ·       | ·        | changed | ·    | → completed reconcile, if any changed
  pending                   | settle not_executed   | ·       | ·       | ·        | changed | ·    | → not_executed reconcile, if any changed

  in_flight                 | consume               | same    | own     | ·        | ·       | ·    | mine
  in_flight                 | consume               | same    | foreign | passed   | ·       | ·    | refuse unknown_or_used in_doubt
  in_flight                 | consume               | same    | foreign | open     | ·       | ·    | refuse unknown_or_used in_flight
  in_flight                 | renew                 | ·       | own     | ·        | ·       | ·    | → in_flight, if any any
  in_flight                 | renew                 | ·       | foreign | ·        | ·       | ·    | reject not_claimed
  in_flight                 | complete completed    | ·       | own     | ·        | ·       | ·    | → completed claim, if any any
  in_flight                 | complete not_executed | ·       | own     | ·        | ·       | ·    | → not_executed claim, if any any
  in_flight                 | complete failed       | ·       | own     | ·        | ·       | ·    | → failed claim, if any any
  in_flight                 | complete              | ·       | foreign | ·        | ·       | ·    | reject not_claimed
  in_flight                 | settle                | ·       | ·       | open     | ·       | ·    | reject still_running
  in_flight                 | settle completed      | ·       | ·       | passed   | ·       | ·    | → completed reconcile, if passed any
  in_flight                 | settle not_executed   | ·       | ·       | passed   | ·       | ·    | → not_executed reconcile, if passed any

  completed                 | consume               | same    | ·       | open     | ·       | kept | replay
  completed                 | consume               | same    | ·       | ·        | ·       | ·    | refuse unknown_or_used already_executed
  not_executed              | consume               | same    | ·       | open     | ·       | kept | replay
  not_executed              | consume               | same    | ·       | ·        | ·       | ·    | refuse not_executed
  failed                    | consume               | same    | ·       | open     | ·       | kept | replay
  failed                    | consume               | same    | ·       | ·        | ·       | ·    | refuse failed

  completed lost_claim      | complete completed    | same    | ·       | ·        | ·       | ·    | mine
  completed lost_claim      | complete              | same    | ·       | ·        | ·       | ·    | reject already_settled
  not_executed lost_claim   | complete not_executed | same    | ·       | ·        | ·       | ·    | mine
  not_executed lost_claim   | complete completed    | same    | ·       | ·        | ·       | ·    | → completed contradicted, if any any
  not_executed lost_claim   | complete failed       | same    | ·       | ·        | ·       | ·    | → failed contradicted, if any any
  completed lost_claim      | complete              | ·       | ·       | ·        | ·       | ·    | reject not_claimed
  not_executed lost_claim   | complete              | ·       | ·       | ·        | ·       | ·    | reject not_claimed

  completed                 | complete              | ·       | foreign | ·        | ·       | ·    | reject not_claimed
  not_executed              | complete              | ·       | foreign | ·        | ·       | ·    | reject not_claimed
  failed                    | complete              | ·       | foreign | ·        | ·       | ·    | reject not_claimed
  completed                 | complete completed    | ·       | own     | ·        | ·       | ·    | mine
  not_executed              | complete not_executed | ·       | own     | ·        | ·       | ·    | mine
  failed                    | complete failed       | ·       | own     | ·        | ·       | ·    | mine
  not_executed by reconcile | complete completed    | ·       | own     | ·        | ·       | ·    | → completed contradicted, if any any
  not_executed by reconcile | complete failed       | ·       | own     | ·        | ·       | ·    | → failed contradicted, if any any
  completed                 | complete              | ·       | own     | ·        | ·       | ·    | reject already_settled
  not_executed              | complete              | ·       | own     | ·        | ·       | ·    | reject already_settled
  failed                    | complete              | ·       | own     | ·        | ·       | ·    | reject already_settled
  completed                 | renew                 | ·       | ·       | ·        | ·       | ·    | reject already_settled
  not_executed              | renew                 | ·       | ·       | ·        | ·       | ·    | reject already_settled
  failed                    | renew                 | ·       | ·       | ·        | ·       | ·    | reject already_settled
  completed                 | settle                | ·       | ·       | ·        | ·       | ·    | reject already_settled
  not_executed              | settle                | ·       | ·       | ·        | ·       | ·    | reject already_settled
  failed                    | settle                | ·       | ·       | ·        | ·       | ·    | reject already_settled
`
  .split("\n")
  .filter((line) => line.trim() !== "")
  .slice(1)
  .map((line) => line.split("|").map((column) => column.trim()));

const words = (column: string | undefined, value: string) => column === "·" || `${value} `.startsWith(`${column} `);

function fits([state, command, differs, claim, deadline, history, data]: readonly string[], cell: Cell): boolean {
  return (
    words(state, cell.state) &&
    words(command, cell.command) &&
    (differs === "·" || (differs === "same" ? cell.differs.length === 0 : cell.differs.includes(differs as string))) &&
    words(claim, cell.claim) &&
    words(deadline, cell.deadline) &&
    words(history, cell.history) &&
    words(data, cell.data)
  );
}

const used = new Set<readonly string[]>();

describe("the table of the confirmation machine", () => {
  test.each(Object.keys(states))("answers every command on a confirmation that is %s", (state) => {
    const wrong = cellsOf(state).flatMap((cell) => {
      const row = rows.find((candidate) => fits(candidate, cell));
      if (row !== undefined) used.add(row);
      const { confirmation, asked, ...place } = cell;
      const answer = inWords(decide(confirmation, asked, times));
      return answer === row?.[7] ? [] : [{ ...place, answer, demanded: row?.[7] }];
    });
    expect(wrong).toEqual([]);
  });

  test("has no row that decides nothing", () => {
    expect(rows.filter((row) => !used.has(row)).map((row) => row.join(" | "))).toEqual([]);
  });
});
