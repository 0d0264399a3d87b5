import { describe, expect, test } from "vitest";
import { isEntitled } from "../../src/policy/approvers.js";
import { mayDecide, quorumReached } from "../../src/policy/quorum.js";
import type { Panel, Requirement } from "../../src/policy/requirement.js";
import { requirement, vote } from "../support/policies.js";

const panel = (id: string, approvers: string[], quorum = 1, escalateTo: string[] = []): Panel => ({
  policy: { id, version: 1 },
  approvers,
  escalateTo,
  quorum,
});
const demanding = (quorum: number, ...panels: Panel[]): Requirement => ({
  ...requirement([{ id: "x", version: 1, scope: "all", approvers: ["user:x"], onDeadline: "lapse" }]),
  panels,
  quorum,
});

describe("entitled", () => {
  test.each<[string[], string, string[], boolean]>([
    [["user:ann"], "user:ann", [], true],
    [["user:ann"], "user:bob", [], false],
    [["user:ann"], "user:an", [], false],
    [["group:ops"], "user:ann", ["ops"], true],
    [["group:ops"], "user:ann", ["group:ops"], true],
    [["group:ops"], "user:ann", ["dev", "OPS"], false],
    [["*"], "user:ann", [], true],
    [[], "user:ann", ["ops"], false],
    // a group that is called like a person, and a person that is called like a group or like everybody
    [["user:ann"], "user:bob", ["user:ann"], false],
    [["group:ops"], "group:ops", [], false],
    [["*"], "*", [], false],
    [["*"], "", [], false],
    [["group:*"], "user:ann", ["ops"], false],
    // one person, whatever their id looks like, and never a group
    [["person:finance"], "finance", [], true],
    [["person:finance"], "user:eve", ["finance"], false],
    [["person:finance"], "person:finance", [], false],
    [["person:user:ann"], "user:ann", [], true],
    [["ann@example.com"], "ann@example.com", [], true],
  ])("of %o, %s with the groups %o: %s", (approvers, id, groups, expected) => {
    expect(isEntitled(approvers, { id, groups })).toBe(expected);
  });

  test("nobody has groups that authentication did not give", () => {
    expect(isEntitled(["group:ops"], { id: "user:ann" })).toBe(false);
  });
});

describe("a quorum", () => {
  const two = demanding(2, panel("a", ["group:ops"], 2));

  test("is of distinct people, all entitled", () => {
    expect(quorumReached(two, [vote("user:ann", "ops"), vote("user:bob", "ops")], 0)).toBe(true);
    expect(quorumReached(two, [vote("user:ann", "ops"), vote("user:ann", "ops")], 0)).toBe(false);
    expect(quorumReached(two, [vote("user:ann", "ops"), vote("user:bob", "dev")], 0)).toBe(false);
    expect(quorumReached(two, [], 0)).toBe(false);
  });

  test("is reached in each panel, and by as many people in all as anything asks for", () => {
    const both = demanding(2, panel("a", ["group:ops"]), panel("b", ["group:finance"]));
    const [ann, bob, cat] = [vote("user:ann", "ops"), vote("user:bob", "finance"), vote("user:cat", "ops", "finance")];
    expect(quorumReached(both, [ann, bob], 0)).toBe(true);
    expect(quorumReached(both, [ann, vote("user:dan", "ops")], 0)).toBe(false);
    expect(quorumReached(both, [cat], 0)).toBe(false);
    expect(quorumReached(both, [cat, ann], 0)).toBe(true);
    expect(quorumReached(demanding(1, panel("a", ["group:ops"]), panel("b", ["group:finance"])), [cat], 0)).toBe(true);
  });

  test("counts nobody who sits in no panel towards the greatest that anything asks for", () => {
    expect(quorumReached(demanding(2, panel("a", ["user:ann"])), [vote("user:ann"), vote("user:eve")], 0)).toBe(false);
  });

  test("is never reached where nobody is named", () => {
    expect(quorumReached(demanding(0, panel("a", [])), [vote("user:ann", "ops")], 0)).toBe(false);
    expect(quorumReached(demanding(0), [vote("user:ann", "ops")], 0)).toBe(false);
  });

  test("counts those it escalates to after the deadline only, and those before them still", () => {
    const late = demanding(2, panel("a", ["user:ann"], 2, ["user:cfo"]));
    expect(quorumReached(late, [vote("user:ann"), vote("user:cfo")], 0)).toBe(false);
    expect(quorumReached(late, [vote("user:ann"), vote("user:cfo")], 1)).toBe(true);
    expect(mayDecide(late, { id: "user:cfo" }, 0)).toBe(false);
    expect(mayDecide(late, { id: "user:cfo" }, 1)).toBe(true);
    expect(mayDecide(late, { id: "user:ann" }, 1)).toBe(true);
  });
});
