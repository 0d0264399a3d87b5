import { describe, expect, test } from "vitest";
import { decide } from "../../src/approval/machine.js";
import { type Cell, cellsOf, inWords, shapes } from "../support/approval-cells.js";

// What is demanded of every shape × command. The first row that fits a cell holds; "·" fits everything, and a column fits
// what begins with its words. Two of fin, fay and others must allow; fay has; bob may break the glass; next decides after the
// deadline where a policy says so. passed: once. over: a second time for deciding as well.
const rows = `
  state                    | command                | deadline | history | answer
  absent                   | refund                 | ·        | ·       | same
  absent                   | escalate               | ·        | ·       | same
  absent                   | ·                      | ·        | ·       | refuse not_found

  ·                        | allow self             | ·        | ·       | refuse self_approval
  ·                        | deny self              | ·        | ·       | refuse self_approval
  ·                        | breakGlass self        | ·        | ·       | refuse self_approval
  ·                        | closeReview self       | ·        | ·       | refuse self_approval
  ·                        | allow old              | ·        | ·       | refuse changed
  ·                        | deny old               | ·        | ·       | refuse changed
  ·                        | revoke old             | ·        | ·       | refuse changed
  ·                        | breakGlass old         | ·        | ·       | refuse changed
  ·                        | allow stranger         | ·        | ·       | refuse not_entitled
  ·                        | deny stranger          | ·        | ·       | refuse not_entitled
  ·                        | revoke stranger        | ·        | ·       | refuse not_entitled
  ·                        | withdraw stranger      | ·        | ·       | refuse not_requester
  ·                        | retract self           | ·        | ·       | refuse self_approval
  ·                        | retract stranger       | ·        | ·       | refuse not_entitled
  ·                        | closeReview stranger   | ·        | ·       | refuse not_entitled
  ·                        | breakGlass fin         | ·        | ·       | refuse not_entitled
  ·                        | allow wider            | ·        | ·       | refuse too_much
  ·                        | reserve foreign        | ·        | ·       | refuse not_covered
  pending escalate         | allow next             | open     | ·       | refuse not_entitled
  pending escalate         | deny next              | open     | ·       | refuse not_entitled
  pending lapse            | allow next             | ·        | ·       | refuse not_entitled
  pending lapse            | deny next              | ·        | ·       | refuse not_entitled
  pending hold             | allow next             | ·        | ·       | refuse not_entitled
  pending hold             | deny next              | ·        | ·       | refuse not_entitled
  approved                 | allow next             | ·        | ·       | refuse not_entitled
  approved                 | deny next              | ·        | ·       | refuse not_entitled
  revoked                  | allow next             | ·        | ·       | refuse not_entitled
  revoked                  | deny next              | ·        | ·       | refuse not_entitled
  denied                   | allow next             | ·        | ·       | refuse not_entitled
  denied                   | deny next              | ·        | ·       | refuse not_entitled
  cancelled                | allow next             | ·        | ·       | refuse not_entitled
  cancelled                | deny next              | ·        | ·       | refuse not_entitled
  pending escalate         | revoke next            | ·        | ·       | refuse closed
  pending escalated        | revoke next            | ·        | ·       | refuse closed
  ·                        | revoke next            | ·        | ·       | refuse not_entitled
  approved glass           | allow bob              | ·        | ·       | refuse not_entitled
  ·                        | allow bob              | ·        | ·       | refuse not_entitled
  ·                        | deny bob               | ·        | ·       | refuse not_entitled

  pending                  | refund                 | ·        | ·       | same
  pending                  | revoke                 | ·        | ·       | refuse closed
  approved glass           | retract bob            | ·        | ·       | refuse closed
  revoked glass            | retract bob            | ·        | ·       | refuse closed
  ·                        | retract bob            | ·        | ·       | refuse not_entitled
  pending                  | closeReview            | ·        | ·       | refuse closed
  pending lapse            | escalate               | ·        | ·       | same
  pending hold             | escalate               | ·        | ·       | same
  pending escalated        | escalate               | ·        | ·       | same
  pending escalate         | escalate               | open     | ·       | same
  pending escalate         | escalate               | passed   | current | → pending 1, if passed same
  pending escalate         | escalate               | passed   | changed | → pending 1, if passed changed
  pending escalate         | escalate               | over     | ·       | same

  pending lapse            | reserve                | passed   | ·       | refuse lapsed
  pending lapse            | ·                      | passed   | ·       | refuse closed
  pending escalated        | reserve                | passed   | ·       | refuse lapsed
  pending escalated        | ·                      | passed   | ·       | refuse closed
  pending lapse            | reserve                | over     | ·       | refuse lapsed
  pending lapse            | ·                      | over     | ·       | refuse closed
  pending escalated        | reserve                | over     | ·       | refuse lapsed
  pending escalated        | ·                      | over     | ·       | refuse closed
  pending escalate         | reserve                | over     | ·       | refuse lapsed
  pending escalate         | ·                      | over     | ·       | refuse closed

  pending                  | reserve                | ·        | ·       | refuse pending
  pending                  | withdraw               | ·        | ·       | → cancelled, if any any
  pending                  | supersede              | ·        | ·       | → cancelled, if any any
  pending escalate         | ·                      | passed   | current | → pending 1, if passed same, then decide
  pending escalate         | ·                      | passed   | changed | → pending 1, if passed changed, then decide

  pending lapse unheard    | retract                | ·        | ·       | refuse closed
  pending lapse taken      | retract fay            | ·        | ·       | same
  pending                  | retract fin            | ·        | ·       | refuse closed
  pending hold             | retract fay            | ·        | current | → pending 0, if any same
  pending hold             | retract fay            | ·        | changed | → pending 0, if any changed
  pending escalated        | retract fay            | open     | current | → pending 1, if open same
  pending escalated        | retract fay            | open     | changed | → pending 1, if open changed
  pending                  | retract fay            | open     | current | → pending 0, if open same
  pending                  | retract fay            | open     | changed | → pending 0, if open changed
  ·                        | retract                | ·        | ·       | refuse closed

  pending lapse taken      | allow                  | open     | current | → pending 0, if open same
  pending lapse taken      | deny                   | open     | current | → denied, if open same
  pending lapse unheard    | allow                  | open     | current | → pending 0, if open same
  pending lapse            | allow fin              | open     | current | → approved, if open same
  pending hold             | allow fin              | ·        | current | → approved, if any same
  pending escalate         | allow fin              | open     | current | → approved, if open same
  pending escalated        | allow fin              | open     | current | → approved, if open same
  pending escalated        | allow next             | open     | current | → approved, if open same
  pending                  | allow fay              | ·        | current | same
  pending                  | allow narrower         | ·        | current | refuse conflict
  pending hold             | allow                  | ·        | changed | → pending 0, if any changed
  pending escalated        | allow                  | open     | changed | → pending 1, if open changed
  pending                  | allow                  | open     | changed | → pending 0, if open changed

  pending lapse unheard    | deny fay               | open     | current | → denied, if open same
  pending                  | deny fay               | ·        | current | refuse conflict
  pending hold             | deny                   | ·        | current | → denied, if any same
  pending hold             | deny                   | ·        | changed | → denied, if any changed
  pending                  | deny                   | open     | current | → denied, if open same
  pending                  | deny                   | open     | changed | → denied, if open changed

  pending hold             | breakGlass             | ·        | current | → approved, if any same
  pending hold             | breakGlass             | ·        | changed | → approved, if any changed
  pending                  | breakGlass             | open     | current | → approved, if open same
  pending                  | breakGlass             | open     | changed | → approved, if open changed

  ·                        | escalate               | ·        | ·       | same

  approved glass           | closeReview bob        | ·        | ·       | refuse own_glass
  approved glass reviewed  | closeReview fin        | ·        | ·       | same
  approved glass reviewed  | closeReview            | ·        | ·       | refuse closed
  approved glass           | closeReview            | ·        | current | → approved, if any same
  approved glass           | closeReview            | ·        | changed | → revoked, if any any
  revoked glass            | closeReview bob        | ·        | ·       | refuse own_glass
  revoked glass reviewed   | closeReview fin        | ·        | ·       | same
  revoked glass reviewed   | closeReview            | ·        | ·       | refuse closed
  revoked glass            | closeReview            | ·        | ·       | → revoked, if any any
  ·                        | closeReview            | ·        | ·       | refuse closed

  approved                 | revoke                 | ·        | ·       | → revoked, if any any
  revoked                  | revoke                 | ·        | ·       | → revoked, if any any
  ·                        | revoke                 | ·        | ·       | refuse closed

  approved endless         | reserve again          | ·        | current | same
  approved endless         | reserve new            | ·        | current | → approved, if any same
  approved endless         | refund spent           | ·        | current | → approved, if any same
  approved spent endless   | reserve again          | ·        | current | same
  approved spent endless   | reserve again          | ·        | changed | refuse void
  approved spent endless   | reserve new            | ·        | current | refuse exhausted
  approved spent endless   | reserve new            | ·        | changed | refuse void
  approved spent endless   | refund spent           | ·        | current | → approved, if any same
  approved endless         | reserve                | ·        | changed | refuse void
  ·                        | refund unknown         | ·        | ·       | same
  ·                        | refund                 | ·        | changed | same
  approved spent endless   | allow fin              | ·        | ·       | same
  approved spent endless   | allow fay              | ·        | ·       | same
  approved spent endless   | allow narrower         | ·        | ·       | refuse conflict
  approved spent endless   | deny                   | ·        | ·       | refuse conflict
  approved endless         | allow                  | ·        | changed | → pending 0, if any changed
  approved endless         | deny                   | ·        | changed | → denied, if any changed
  approved endless         | withdraw               | ·        | changed | → cancelled, if any any
  approved endless         | supersede              | ·        | changed | → cancelled, if any any
  approved endless         | breakGlass             | ·        | changed | → approved, if any changed
  approved endless         | allow fin              | ·        | current | same
  approved endless         | allow fay              | ·        | current | same
  approved endless         | allow narrower         | ·        | current | refuse conflict
  approved endless         | deny                   | ·        | current | refuse conflict

  approved                 | reserve                | passed   | ·       | refuse lapsed
  approved                 | reserve                | over     | ·       | refuse lapsed
  approved                 | refund                 | passed   | ·       | same
  approved                 | refund                 | over     | ·       | same
  approved glass           | allow                  | ·        | ·       | refuse closed
  approved glass           | breakGlass             | ·        | ·       | same
  approved glass           | deny                   | passed   | ·       | refuse closed
  approved glass           | deny                   | over     | ·       | refuse closed
  approved glass spent     | deny                   | open     | ·       | refuse conflict
  approved glass reviewed  | deny                   | open     | ·       | refuse conflict
  approved glass           | deny                   | open     | current | refuse conflict
  approved glass           | deny                   | open     | changed | refuse closed
  approved glass spent     | reserve again          | open     | current | same
  approved glass reviewed  | reserve again          | open     | current | same
  approved glass spent     | reserve                | open     | current | refuse exhausted
  approved glass reviewed  | reserve                | open     | current | refuse exhausted
  approved glass spent     | reserve                | open     | changed | refuse void
  approved glass reviewed  | reserve                | open     | changed | refuse void
  approved glass spent     | refund spent           | open     | current | → approved, if open same
  approved glass reviewed  | refund spent           | open     | current | → approved, if open same
  approved glass           | reserve                | open     | changed | refuse lapsed
  approved glass           | reserve                | open     | current | → approved, if open same
  approved glass           | refund                 | open     | current | same

  approved spent           | reserve again          | open     | current | same
  approved spent           | reserve                | open     | changed | refuse void
  approved spent           | reserve                | open     | current | refuse exhausted
  approved                 | reserve again          | open     | current | same
  approved                 | reserve                | open     | current | → approved, if open same
  approved                 | reserve                | open     | changed | refuse void
  approved                 | refund spent           | open     | current | → approved, if open same

  approved                 | allow fin              | passed   | ·       | same
  approved                 | allow fin              | over     | ·       | same
  approved                 | allow fay              | passed   | ·       | same
  approved                 | allow fay              | over     | ·       | same
  approved                 | allow narrower         | passed   | ·       | refuse conflict
  approved                 | allow narrower         | over     | ·       | refuse conflict
  approved                 | deny                   | passed   | ·       | refuse closed
  approved                 | deny                   | over     | ·       | refuse closed
  approved                 | withdraw               | passed   | ·       | refuse closed
  approved                 | withdraw               | over     | ·       | refuse closed
  approved                 | supersede              | passed   | ·       | refuse closed
  approved                 | supersede              | over     | ·       | refuse closed
  approved                 | breakGlass             | passed   | ·       | refuse closed
  approved                 | breakGlass             | over     | ·       | refuse closed
  approved spent           | allow fin              | open     | ·       | same
  approved spent           | allow fay              | open     | ·       | same
  approved spent           | allow narrower         | open     | ·       | refuse conflict
  approved spent           | deny                   | open     | ·       | refuse conflict
  approved spent           | ·                      | ·        | ·       | refuse closed
  approved glass           | ·                      | ·        | ·       | refuse closed
  approved                 | allow                  | open     | changed | → pending 0, if any changed
  approved                 | deny                   | open     | changed | → denied, if any changed
  approved                 | withdraw               | open     | changed | → cancelled, if any any
  approved                 | supersede              | open     | changed | → cancelled, if any any
  approved                 | breakGlass             | open     | changed | → approved, if any changed
  approved                 | allow fin              | open     | current | same
  approved                 | allow fay              | open     | current | same
  approved                 | allow narrower         | open     | current | refuse conflict
  approved                 | deny                   | open     | current | refuse conflict
  approved                 | ·                      | ·        | ·       | refuse closed

  ·                        | refund                 | ·        | ·       | same
  denied                   | deny fay               | ·        | ·       | same
  denied                   | deny                   | ·        | ·       | refuse closed
  denied                   | allow                  | ·        | ·       | refuse conflict
  denied                   | breakGlass             | ·        | ·       | refuse conflict
  denied                   | reserve                | ·        | ·       | refuse denied
  cancelled withdrawn      | withdraw               | ·        | ·       | same
  cancelled                | supersede              | ·        | ·       | same
  cancelled                | reserve                | ·        | ·       | refuse cancelled
  revoked                  | reserve                | ·        | ·       | refuse revoked
  ·                        | ·                      | ·        | ·       | refuse closed
`
  .split("\n")
  .filter((line) => line.trim() !== "")
  .slice(1)
  .map((line) => line.split("|").map((column) => column.trim()));

const words = (column: string | undefined, value: string) => column === "·" || `${value} `.startsWith(`${column} `);

const fits = ([state, command, deadline, history]: readonly string[], cell: Cell): boolean =>
  words(state, cell.state) &&
  words(command, cell.command) &&
  words(deadline, cell.deadline) &&
  words(history, cell.history);

const used = new Set<readonly string[]>();

describe("the table of the approval machine", () => {
  test.each(Object.keys(shapes))("answers every command on an approval that is %s", (state) => {
    const wrong = cellsOf(state).flatMap((cell) => {
      const row = rows.find((candidate) => fits(candidate, cell));
      if (row !== undefined) used.add(row);
      const { approval, asks, ...place } = cell;
      const answer = inWords(decide(approval, asks));
      return answer === row?.[4] ? [] : [{ ...place, answer, demanded: row?.[4] }];
    });
    expect(wrong).toEqual([]);
  });

  test("has no row that decides nothing", () => {
    expect(rows.filter((row) => !used.has(row)).map((row) => row.join(" | "))).toEqual([]);
  });
});
