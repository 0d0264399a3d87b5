import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { migrate, postgresStore } from "../src/index.js";
import { quotedSchema } from "../src/schema-name.js";
import { openPool } from "./support/clients.js";
import { consume, issue } from "./support/tokens.js";

/** Pieces that break quoting where it can be broken. */
const piece = fc.constantFrom(
  '"',
  '""',
  "'",
  "$$",
  "$body$",
  "$body0$",
  "$migration$",
  "$statement$",
  ";",
  "--",
  "/*",
  "\\",
  "%",
  " ",
  ".",
  ':"schema"',
  "$&",
  "$1",
  "é",
  "語",
  "A",
  "public",
  "DROP SCHEMA public CASCADE",
  "\n",
  "\t",
);
const nastyName = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));

test("a schema of any name that Postgres can have is migrated, and its tokens consumed, and no other schema appears", async () => {
  const { client, run, end } = await openPool(inject("databaseUrl"));
  const names = async () => (await run("SELECT nspname FROM pg_namespace ORDER BY 1")).map(({ nspname }) => nspname);
  const usable = nastyName.filter((name) => Buffer.byteLength(name) <= 63 && name !== "public");
  await fc.assert(
    fc.asyncProperty(usable, async (schema) => {
      const before = await names();
      await migrate({ client, schema });
      const store = postgresStore({ client, schema });
      expect((await consume(store, await issue(store), "a")).ok).toBe(true);
      const after = await names();
      expect(
        after.filter((name) => !before.includes(name) && name !== schema && !String(name).startsWith("t ")),
      ).toEqual([]);
      expect(after).toContain(schema);
      await run(`DROP SCHEMA ${quotedSchema(schema)} CASCADE`);
    }),
    { numRuns: 15 },
  );
  await end();
});

test.each([
  ["", /empty/],
  ["a\0b", /NUL/],
  ["\ud800", /Unicode/],
  ["pg_mine", /keeps for itself/],
  ["é".repeat(32), /63 bytes/],
])("the schema name %j is refused before anything is sent", (name, why) => {
  expect(() => quotedSchema(name)).toThrow(why);
});
