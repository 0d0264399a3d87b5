import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { postgresSink } from "../../../src/sinks/postgres/index.js";
import { faultIn, notes, readNotes, verifiedNotes } from "../support/notes.js";
import { kinds, newSchema, type Opened, openPool } from "./clients.js";

describe.each(kinds)("on %s", (_name, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(inject("databaseUrl"));
  });
  afterAll(() => opened.end());
  const sinkOf = (name: string) => postgresSink({ ...opened, name });

  test("what was appended is read in order, and another sink goes on where it left off", async () => {
    await sinkOf("a").append(notes("a"));
    await sinkOf("a").append(notes("b", "c"));
    const sink = sinkOf("a");
    await sink.append(notes("d"));
    await sink.append(() => []);
    await sink.append(notes("e"));
    expect(await verifiedNotes(sink)).toEqual(["a", "b", "c", "d", "e"]);
    expect(await readNotes(sink, 4)).toEqual(["d", "e"]);
    expect(await readNotes(sink, 9)).toEqual([]);
  });

  test("any text comes back byte for byte", async () => {
    const sink = sinkOf("texts");
    const texts = ["\uFEFFmark", 'quo"te\\', "$1 :name %s", "nul\u0000", "né \u{1F512}", "\ud800 alone", "\n\r\u2028"];
    const sealed: string[] = [];
    await sink.append((head) => {
      const lines = notes(...texts)(head);
      sealed.splice(0, sealed.length, ...lines);
      return lines;
    });
    const read: Uint8Array[] = [];
    for await (const line of sink.read()) read.push(line);
    expect(Buffer.concat(read).toString()).toBe(sealed.join(""));
    expect(await faultIn(sink)).toBe("none");
  });

  test("a log of more than one page is read whole", async () => {
    const sink = sinkOf("pages");
    const texts = Array.from({ length: 1203 }, (_, index) => `n${index}`);
    await sink.append(notes(...texts));
    expect(await verifiedNotes(sink)).toEqual(texts);
  });

  test("several sinks append at once to one chain", async () => {
    const sinks = [1, 2, 3, 4].map(() => sinkOf("many"));
    const texts = Array.from({ length: 80 }, (_, index) => `n${index}`);
    await Promise.all(texts.map((text, index) => sinks[index % 4]?.append(notes(text))));
    expect((await verifiedNotes(sinkOf("many"))).sort()).toEqual([...texts].sort());
  });

  test("logs of other names in the same schema are other logs", async () => {
    await sinkOf("one").append(notes("a"));
    await sinkOf("two").append(notes("b"));
    expect(await verifiedNotes(sinkOf("one"))).toEqual(["a"]);
    expect(await verifiedNotes(sinkOf("two"))).toEqual(["b"]);
    expect(await verifiedNotes(sinkOf("none"))).toEqual([]);
  });

  test.each(["UPDATE", "UPDATE of nothing", "DELETE", "TRUNCATE"])(
    "an entry that was appended cannot be changed: %s is refused",
    async (what) => {
      const sink = sinkOf("kept");
      await sink.append(notes("a"));
      const table = `"${opened.schema}".audit_entry`;
      const statement = {
        UPDATE: `UPDATE ${table} SET line = '{}'`,
        "UPDATE of nothing": `UPDATE ${table} SET line = '{}' WHERE seq = 1000000`,
        DELETE: `DELETE FROM ${table}`,
        TRUNCATE: `TRUNCATE ${table}`,
      }[what] as string;
      await expect(opened.run(statement)).rejects.toMatchObject({ code: "T2AUD" });
      expect(await faultIn(sink)).toBe("none");
    },
  );

  test("nor by a session that says it is a replica, whose triggers do not fire", async () => {
    const sink = sinkOf("kept");
    await sink.append(notes("a"));
    const table = `"${opened.schema}".audit_entry`;
    const asReplica = `DO $$ BEGIN SET LOCAL session_replication_role = replica; DELETE FROM ${table}; END $$`;
    await expect(opened.run(asReplica)).rejects.toMatchObject({ code: "T2AUD" });
    expect(await faultIn(sink)).toBe("none");
  });

  test("control: without the trigger it is changed, and the chain tells", async () => {
    const sink = sinkOf("changed");
    await sink.append(notes("a", "b", "c"));
    const table = `"${opened.schema}".audit_entry`;
    await opened.run(`ALTER TABLE ${table} DISABLE TRIGGER audit_entry_only_added_to`);
    await opened.run(`UPDATE ${table} SET line = replace(line, '"b"', '"x"') WHERE log_name = 'changed'`);
    await opened.run(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER audit_entry_only_added_to`);
    expect(await faultIn(sink)).toBe("altered");
  });

  test("a log whose last line is no intact entry takes no more", async () => {
    const sink = sinkOf("broken");
    await sink.append(notes("a"));
    await opened.run(`INSERT INTO "${opened.schema}".audit_entry VALUES ('broken', 2, 'somebody wrote here')`);
    await expect(sink.append(notes("b"))).rejects.toMatchObject({
      code: "journal_unavailable",
      message: expect.stringContaining("its last line is no intact entry"),
    });
  });

  test("an entry that was put in under another number stops the log rather than fork it", async () => {
    const sink = sinkOf("numbers");
    await sink.append(notes("a"));
    const table = `"${opened.schema}".audit_entry`;
    await opened.run(`INSERT INTO ${table} SELECT log_name, 7, line FROM ${table} WHERE log_name = 'numbers'`);
    await expect(sink.append(notes("b"))).rejects.toMatchObject({ code: "journal_unavailable" });
  });

  test("after it was closed it takes nothing", async () => {
    const sink = sinkOf("closed");
    await sink.close();
    await sink.close();
    await expect(sink.append(notes("a"))).rejects.toMatchObject({ code: "closed" });
  });
});

describe("a database that is not fit is told as such", () => {
  const url = inject("databaseUrl");

  test("without its tables", async () => {
    const { client, end } = await openPool(url);
    const sink = postgresSink({ client, schema: newSchema() });
    await expect(sink.checkSetup()).rejects.toMatchObject({
      code: "invalid_setup",
      message: expect.stringContaining("migrateAudit()"),
    });
    await expect(sink.append(notes("a"))).rejects.toMatchObject({ code: "invalid_setup" });
    await end();
  });

  test("with tables of a newer version", async () => {
    const { client, schema, run, end } = await openPool(url);
    await run(`INSERT INTO "${schema}".audit_migration VALUES (99, 'later')`);
    await expect(postgresSink({ client, schema }).checkSetup()).rejects.toThrow(/version 99.*tier2-audit knows 1/);
    await end();
  });

  test("with other transactions than READ COMMITTED", async () => {
    const { schema, end } = await openPool(url);
    const client = new pg.Pool({ connectionString: url, options: "-c default_transaction_isolation=serializable" });
    const sink = postgresSink({ client, schema });
    await expect(sink.checkSetup()).rejects.toThrow(/serializable/);
    await client.end();
    await end();
  });

  test("in another encoding than UTF-8", async () => {
    const { run, end } = await openPool(url);
    const name = `latin_${Date.now()}`;
    await run(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`);
    const there = new URL(url);
    there.pathname = `/${name}`;
    const latin = await openPool(there.href);
    await expect(postgresSink(latin).checkSetup()).rejects.toThrow(/LATIN1/);
    await latin.end();
    await run(`DROP DATABASE ${name}`);
    await end();
  });

  test("and one that is away rejects each append, and is used again once it is back", async () => {
    const client = new pg.Pool({ connectionString: "postgres://postgres@127.0.0.1:1/postgres" });
    const sink = postgresSink({ client });
    await expect(sink.append(notes("a"))).rejects.toMatchObject({
      code: "journal_unavailable",
      message: "Audit log in Postgres: nothing listens at the server's address.",
    });
    await client.end();
  });
});

test("a role that may only add to it needs no more than the README says", async () => {
  const { run, schema, end } = await openPool(inject("databaseUrl"));
  const role = `adder_${Date.now()}`;
  await run(`CREATE ROLE ${role} LOGIN`);
  await run(`GRANT USAGE ON SCHEMA "${schema}" TO ${role}`);
  await run(`GRANT SELECT ON "${schema}".audit_migration TO ${role}`);
  await run(`GRANT SELECT, INSERT ON "${schema}".audit_entry TO ${role}`);
  await run(`GRANT SELECT, INSERT, UPDATE ON "${schema}".audit_log TO ${role}`);
  const url = new URL(inject("databaseUrl"));
  url.username = role;
  const client = new pg.Pool({ connectionString: url.href });
  const sink = postgresSink({ client, schema });
  await sink.append(notes("a"));
  expect(await verifiedNotes(sink)).toEqual(["a"]);
  const forbidden = `DELETE FROM "${schema}".audit_entry`;
  await expect(client.query(forbidden)).rejects.toMatchObject({ code: "42501" });
  await client.end();
  await end();
});
