import { describe, expect, test } from "vitest";
import type { Vote } from "../../src/approval/approval.js";
import type { Command } from "../../src/approval/command.js";
import { decide } from "../../src/approval/machine.js";
import { possibleFor } from "../../src/approval/possible.js";
import { progressOf, quorumReached } from "../../src/policy/quorum.js";
import { cellsOf, inWords, shapes } from "../support/approval-cells.js";
import { quorumOf } from "../support/approvals.js";

// Two of fin, fay and others must allow; fay has. bob may break the glass; next joins after the deadline where a policy says
// so; ada asked. The first row that fits holds, by the first words of the state.
const rows = `
  state                | deadline | fin                | fay                | bob        | next       | ada
  pending lapse unheard| open     | allow deny         | allow deny         | breakGlass | ·          | withdraw
  pending lapse taken  | open     | allow deny         | allow deny         | breakGlass | ·          | withdraw
  pending lapse        | open     | allow deny         | retract            | breakGlass | ·          | withdraw
  pending lapse        | ·        | ·                  | ·                  | ·          | ·          | ·
  pending hold         | ·        | allow deny         | retract            | breakGlass | ·          | withdraw
  pending escalate     | open     | allow deny         | retract            | breakGlass | ·          | withdraw
  pending escalate one | passed   | allow deny         | retract            | breakGlass | allow deny | withdraw
  pending escalated one| open     | allow deny         | retract            | breakGlass | allow deny | withdraw
  pending              | ·        | ·                  | ·                  | ·          | ·          | ·
  approved glass rev   | ·        | ·                  | ·                  | ·          | ·          | ·
  approved glass spent | ·        | closeReview        | closeReview        | ·          | ·          | ·
  approved glass       | open     | revoke closeReview | revoke closeReview | revoke     | ·          | revoke
  approved glass       | ·        | closeReview        | closeReview        | ·          | ·          | ·
  approved spent       | ·        | ·                  | ·                  | ·          | ·          | ·
  approved endless     | ·        | revoke             | revoke             | revoke     | ·          | revoke
  approved             | open     | revoke             | revoke             | revoke     | ·          | revoke
  approved             | ·        | ·                  | ·                  | ·          | ·          | ·
  revoked glass rev    | ·        | ·                  | ·                  | ·          | ·          | ·
  revoked glass        | ·        | closeReview        | closeReview        | ·          | ·          | ·
  ·                    | ·        | ·                  | ·                  | ·          | ·          | ·
`
  .trim()
  .split("\n")
  .map((row) => row.split("|").map((word) => word.trim()));
const [[, , ...people] = [], ...table] = rows;
const states = Object.keys(shapes).filter((state) => state !== "absent");
// "pending escalate" also begins "pending escalated": the row says the whole word.
const fits = (pattern = "·", text: string) =>
  pattern === "·" || `${text} `.startsWith(`${pattern} `) || (pattern.endsWith("rev") && text.startsWith(pattern));

describe.each(states)("%s", (state) => {
  test.each(["open", "passed", "over"])("what each person may do: %s", (deadline) => {
    const [, , ...expected] = table.find(([of, at]) => fits(of, state) && fits(at, deadline)) ?? [];
    const cell = cellsOf(state).find((each) => each.deadline === deadline && each.history === "current");
    if (!cell?.approval) throw new Error(`no cell of ${state}`);
    const { approval } = cell;
    const may = people.map((name) => possibleFor(approval, { id: `user:${name}`, groups: [] }).join(" ") || "·");
    expect(may).toEqual(expected);
    expect(possibleFor(approval, { id: "user:eve", groups: [] })).toEqual([]);
  });

  test("what somebody may do is not refused, and what they may not do changes nothing of theirs", () => {
    for (const { approval, asks, command, ...cell } of cellsOf(state)) {
      const person = personOf(asks);
      if (approval === null || person === undefined || / (old|wider|narrower)/.test(command)) continue;
      const may = possibleFor(approval, { id: person, groups: [] });
      const words = inWords(decide(approval, asks));
      if (may.includes(asks.type as (typeof may)[number]))
        expect([command, cell, words]).toEqual([command, cell, expect.stringMatching(/^→/)]);
      else
        expect([command, cell, words]).toEqual([
          command,
          cell,
          expect.stringMatching(/^(refuse|same|→ revoked|.*then decide)/),
        ]);
    }
  });
});

function personOf(asks: Command): string | undefined {
  if (asks.type === "closeReview" || asks.type === "retract") return asks.by.id;
  if (asks.type === "withdraw") return asks.by.subject;
  return "vote" in asks ? asks.vote.approver : undefined;
}

describe("how far the quorum is", () => {
  const panel = (id: string, approvers: string[], quorum: number) => ({
    ...{ policy: { id, version: 1 }, approvers, escalateTo: ["user:next"], quorum },
  });
  const panels = [panel("money", ["group:finance"], 2), panel("access", ["user:olga"], 1)];
  const requirement = { ...quorumOf(2), panels, quorum: 2 };
  const vote = (approver: string, groups: string[] = []) => ({
    ...{ approver, groups, reason: "r", actionDigest: "d", atMs: 0 },
  });
  const counted = (allows: Vote[], stage: 0 | 1 = 0) => {
    const { given, needed, panels: each } = progressOf(requirement, allows, stage);
    return `${given}/${needed}: ${each.map((one) => `${one.policy.id} ${one.given}/${one.needed}`).join(", ")}`;
  };

  test("is told together and panel by panel", () => {
    expect(counted([])).toBe("0/2: money 0/2, access 0/1");
    expect(counted([vote("user:fin", ["finance"])])).toBe("1/2: money 1/2, access 0/1");
    expect(counted([vote("user:fin", ["finance"]), vote("user:fin", ["finance"])])).toBe("1/2: money 1/2, access 0/1");
    expect(counted([vote("user:olga", ["finance"]), vote("user:eve")])).toBe("1/2: money 1/2, access 1/1");
    expect(counted([vote("user:next")], 0)).toBe("0/2: money 0/2, access 0/1");
    expect(counted([vote("user:next")], 1)).toBe("1/2: money 1/2, access 1/1");
  });

  test("is reached where nothing is missing, together and of each", () => {
    const fin = vote("user:fin", ["finance"]);
    const fay = vote("user:fay", ["finance"]);
    expect(quorumReached(requirement, [fin, fay], 0)).toBe(false);
    expect(quorumReached(requirement, [fin, vote("user:olga", ["finance"])], 0)).toBe(true);
    expect(quorumReached({ ...requirement, quorum: 3 }, [fin, vote("user:olga", ["finance"])], 0)).toBe(false);
  });
});
