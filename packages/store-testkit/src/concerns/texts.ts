import assert from "node:assert/strict";
import type { Check } from "../check.js";
import { aFirstWrite, always, aWrite, create, read, write } from "../writes.js";

const bytes = 1024 * 1024;

/**
 * Any well-formed Unicode but U+0000, which Postgres refuses. Core writes JSON, which escapes that one and halves
 * of surrogate pairs, so neither ever reaches a store.
 */
const texts: readonly (readonly [what: string, text: string])[] = [
  ["empty", ""],
  ["blanks and line ends", "  \t\r\n line\n\n"],
  ["JSON with spaces, a doubled key and a large number", ' {"b":1, "a" : 2.0, "a": 12345678901234567890} '],
  ["text that looks like something else", "007"],
  ["the word null", "null"],
  ["quotes and marks of other languages", "' \" \\ ` $1 %s {0} :name ; -- /* \\u0000 &amp;"],
  ["composed and decomposed", "\u00e9 e\u0301"],
  ["scripts and signs beyond 16 bits", "日本 עברית 𝒽 👩‍👩‍👧 \u{10ffff}"],
  ["marks that do not show", "\ufeff\u200b\u2028\u2029\u0085\u00a0\u202e"],
  ["control characters", characters(1, 31)],
  ["1 MiB of one byte each", "x".repeat(bytes)],
  ["1 MiB of three bytes each", "語".repeat(Math.floor(bytes / 3))],
];

const visible = characters(33, 126);

export const textChecks: readonly Check[] = [
  {
    requirement: "texts-exact",
    title: "state, body and data come back as they were given",
    async run({ store }) {
      for (const [number, [what, text]] of texts.entries()) {
        const id = `c:${number}`;
        await create(store, id, { state: text, body: text });
        const inserted = await read(store, id);
        for (const member of ["state", "body"] as const) assertText(inserted[member], text, `${member}, ${what}`);
        await write(store, id);
        await write(store, id, { state: text, data: text });
        const swapped = await read(store, id);
        for (const member of ["state", "body", "data"] as const)
          assertText(swapped[member], text, `${member} after a swap, ${what}`);
      }
    },
  },
  {
    requirement: "ids-exact",
    title: "ids that differ in one character, in its case or in the last one are different records",
    async run({ store }) {
      const long = `c:${"x".repeat(125)}`;
      const ids = [
        "c:a",
        "c:A",
        "c::",
        "c:a:",
        "c:{1}",
        "c:{1",
        "c:%",
        "c:_",
        "c:*",
        "c:..",
        "c:a/",
        `c:${visible}`,
        `${long}1`,
        `${long}2`,
      ];
      for (const id of ids) {
        const insert = await store.insert(id, aFirstWrite({ body: id }));
        assert.ok(insert.ok, `"${id}" is taken by "${insert.record.body}"`);
      }
      for (const id of ids) {
        const record = await read(store, id);
        assert.deepEqual([record.id, record.body], [id, id]);
      }
    },
  },
  {
    requirement: "tags-exact",
    title: "tags that differ in one character, in its case, in a space or in the last one are different tags",
    async run({ store }) {
      const long = "x".repeat(255);
      const standing = ["tag", "tag", "tag", "a b", "1", "1", visible, `${long}1`];
      const others = ["TAG", "tag ", " tag", "a  b", "01", "1.0", visible.toLowerCase(), `${long}2`];
      for (const [number, tag] of standing.entries()) {
        const id = `c:${number}`;
        await create(store, id, { tag });
        assert.equal((await read(store, id)).tag, tag);
        if ((await store.swap(id, "quite another", aWrite({ tag }), always)).ok) return; // that breaks another requirement
        const other = others[number] as string;
        assert.ok(!(await store.swap(id, other, aWrite({ tag }), always)).ok, `"${other}" was taken for "${tag}"`);
        assert.ok((await store.swap(id, tag, aWrite(), always)).ok, `"${tag}" was not recognised`);
      }
    },
  },
];

/** All characters of ASCII from one code to another. */
function characters(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/** Names the first difference, for a text of a megabyte says nothing. */
function assertText(actual: string | null, expected: string, what: string): void {
  if (actual === expected) return;
  const at = [...expected].findIndex((_, index) => actual?.[index] !== expected[index]);
  const shown = (text: string | null) => JSON.stringify(text?.slice(Math.max(0, at), at + 20) ?? null);
  assert.fail(`${what}: from character ${at} on ${shown(actual)}, where ${shown(expected)} was written`);
}
