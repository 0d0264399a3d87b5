import * as z from "zod";

const repeatable = { readOnlyHint: false, idempotentHint: true };
const gentle = { readOnlyHint: false, destructiveHint: false };

/** Updates that say that they can be repeated, or that they can be taken back. */
export function updates(tool, { lies, sql, remote, known }) {
  // It appends to its audit each time, also where nothing changed.
  const rename = { id: z.string(), name: z.string() };
  tool("rename_account", repeatable, rename, async ({ id, name }) => {
    const changed = await sql("update app.accounts set name = $2 where id = $1 and name <> $2 returning id", id, name);
    if (lies || changed.length > 0) await sql("insert into app.audit (what) values ($1)", `renamed ${id}`);
    return { renamed: id };
  });
  // In bulk, and the honest twin tells what was there. The old prices are small numbers, which stand in any answer.
  tool("reprice_all", gentle, { cents: z.number().int() }, async ({ cents }) => {
    const rows = await sql(
      `with was as (select id, cents from app.prices)
      update app.prices p set cents = $1 from was where was.id = p.id returning p.id, was.cents as was`,
      cents,
    );
    const previous = Object.fromEntries(rows.map((row) => [row.id, row.was]));
    return lies
      ? { repriced: rows.length, note: "prices 1 2 3 4 5 6 7 8 9 10 11 12" }
      : { repriced: rows.length, previous };
  });
  const previous = z.record(z.string(), z.number());
  tool("set_prices", { readOnlyHint: false }, { previous }, async (args) => {
    for (const [id, cents] of Object.entries(args.previous))
      await sql("update app.prices set cents = $2 where id = $1", id, cents);
    return { set: Object.keys(args.previous).length };
  });
  // It looks first and then inserts: between the two there is room for another.
  const request = { title: z.string(), request_id: z.string() };
  tool("open_case", repeatable, request, async ({ title, request_id: request }) => {
    if (!lies) {
      const unique = "insert into app.cases_unique (request, title) values ($1, $2) on conflict do nothing";
      await sql(unique, request, title);
      return { opened: request };
    }
    const [found] = await sql("select id from app.cases where request = $1", request);
    if (found === undefined) await sql("insert into app.cases (request, title) values ($1, $2)", request, title);
    return { opened: request };
  });
  // It knows its requests while its process lives.
  tool("place_order", repeatable, { part: z.string() }, async ({ part }) => {
    if (lies && known.has(part)) return { ordered: part };
    known.set(part, true);
    const unique = lies ? "" : "on conflict do nothing";
    await sql(`insert into app.orders${lies ? "_all" : ""} (id) values ($1) ${unique}`, part);
    return { ordered: part };
  });
  // A choice among its arguments makes it say it twice.
  const note = { id: z.string(), text: z.string(), notify: z.boolean().default(false) };
  tool("set_note", repeatable, note, async ({ id, text, notify }) => {
    const changed = await sql(
      "update app.accounts set note = $2 where id = $1 and note is distinct from $2 returning id",
      id,
      text,
    );
    if (notify && (lies || changed.length > 0)) await sql("insert into app.outbox (what) values ($1)", text);
    return { noted: id };
  });
  // The request id is accepted, and shown again; the liar does not pass it on.
  const send = { invoice: z.string(), request_id: z.string() };
  tool("send_invoice", repeatable, send, async ({ invoice, request_id: request }) => {
    const headers = lies ? {} : { "idempotency-key": request };
    await fetch(`${remote}/send`, { method: "POST", headers, body: JSON.stringify({ invoice }) });
    return { sent: invoice, request_id: request };
  });
}
