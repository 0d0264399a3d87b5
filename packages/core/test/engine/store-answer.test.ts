import { describe, expect, test } from "vitest";
import { isFound, isInsert, isPage, isSwap, isSweep } from "../../src/engine/store-answer.js";
import type { StoredRecord, Write } from "../../src/store.js";

const write: Write = { tag: "t1", state: "{}", listed: false };
const record: StoredRecord = {
  ...{ id: "c:1", tag: "t1", state: "{}", body: null, data: "d", deadlineMs: 1, nowMs: 0, historyCurrent: true },
};
const without = (member: keyof StoredRecord) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== member));

const badRecords: [string, unknown][] = [
  ...(Object.keys(record) as (keyof StoredRecord)[]).map((member): [string, unknown] => [
    `no ${member}`,
    without(member),
  ]),
  ["an id that is a number", { ...record, id: 1 }],
  ["another id", { ...record, id: "c:2" }],
  ["a body that is an object", { ...record, body: {} }],
  ["data that is an object", { ...record, data: {} }],
  ["a deadline that is a text", { ...record, deadlineMs: "1" }],
  ["a deadline that is no number", { ...record, deadlineMs: Number.NaN }],
  ["a clock that is endless", { ...record, nowMs: Number.POSITIVE_INFINITY }],
  ["a history that is 1", { ...record, historyCurrent: 1 }],
];

describe("a record is no answer with", () => {
  test.each(badRecords)("%s", (_what, bad) => {
    expect(isFound("c:1")(bad)).toBe(false);
    expect(isInsert("c:1", write)({ ok: true, record: bad })).toBe(false);
    expect(isInsert("c:1", write)({ ok: false, why: "taken", record: bad })).toBe(false);
    expect(isSwap("c:1", write)({ ok: true, record: bad })).toBe(false);
    expect(isSwap("c:1", write)({ ok: false, why: "tag", record: bad })).toBe(false);
  });
});

test("a get answers the record or null, and nothing else", () => {
  expect(isFound("c:1")(record)).toBe(true);
  expect(isFound("c:1")(null)).toBe(true);
  for (const other of [undefined, false, "", 0, []]) expect(isFound("c:1")(other)).toBe(false);
});

const other = { ...record, tag: "another" };

test("an insert answers what it wrote, or what was there", () => {
  const isAnswer = isInsert("c:1", write);
  for (const good of [
    { ok: true, record },
    { ok: false, why: "taken", record: other },
  ])
    expect(isAnswer(good)).toBe(true);
  for (const bad of [
    { ok: true, record: other },
    { ok: true },
    { ok: "true", record },
    { ok: 1, record },
    { ok: false, record },
    { ok: false, why: "tag", record },
    { ok: undefined, why: "taken", record },
    { ok: false, why: "taken", record: null },
    null,
    "OK",
  ]) {
    expect(isAnswer(bad), JSON.stringify(bad)).toBe(false);
  }
});

test("a swap answers what it wrote, what stands there with the reason, or that there is nothing", () => {
  const isAnswer = isSwap("c:1", write);
  expect(isAnswer({ ok: true, record })).toBe(true);
  for (const why of ["tag", "deadline", "history"]) expect(isAnswer({ ok: false, why, record: other })).toBe(true);
  expect(isAnswer({ ok: false, why: "absent", record: null })).toBe(true);
  for (const bad of [
    { ok: true, record: other }, // says it won, and shows the tag of somebody else
    { ok: true },
    { ok: 1, record },
    { ok: undefined, why: "tag", record },
    { ok: false, why: "absent", record },
    { ok: false, why: "absent" },
    { ok: false, why: "tag", record: null },
    { ok: false, why: "unknown", record },
    { ok: false, record },
    null,
    1,
  ]) {
    expect(isAnswer(bad), JSON.stringify(bad)).toBe(false);
  }
});

test("a page answers records, and a cursor while there are more", () => {
  for (const good of [{ records: [] }, { records: [record, other] }, { records: [], cursor: "c" }]) {
    expect(isPage(good)).toBe(true);
  }
  for (const bad of [
    [],
    { records: {} },
    { records: [null] },
    { records: [without("tag")] },
    { records: [{ ...record, id: 1 }] },
    { records: [], cursor: 1 },
    null,
  ]) {
    expect(isPage(bad), JSON.stringify(bad)).toBe(false);
  }
});

test("a sweep answers how many it freed and whether there are more", () => {
  expect(isSweep({ freed: 3, more: true })).toBe(true);
  for (const bad of [
    { freed: 3 },
    { more: true },
    { freed: "3", more: true },
    { freed: Number.NaN, more: true },
    null,
  ]) {
    expect(isSweep(bad), JSON.stringify(bad)).toBe(false);
  }
});
