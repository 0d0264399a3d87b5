import { anyPostgres } from "@holdpoint/test-servers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HintName, postgresSchema, probe, type Report, type ToolPlan } from "../src/index.js";
import { type Office, openOffice } from "./subjects/office/open-office.js";
import type { Kind } from "./subjects/planted.js";
import { judgementOn, reportOf, verdictOn } from "./support/told.js";

const prices = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index + 1}`, index + 1]));
const one = { args: { id: "1" } };

const reads: Readonly<Record<string, ToolPlan>> = {
  get_invoice: one,
  list_orders: {},
  get_balance: one,
  preview_number: {},
  get_session: { args: { id: "s1" } },
  ticket: { args: { id: "t1" } },
  run_report: { args: { name: "daily" }, others: [{ name: "nightly" }] },
  find_product: { args: { sku: "p1" } },
  quote: { args: { quantity: 3 } },
  list_customers: {},
  find_customer: { args: { query: "anna" } },
};
const links = ["get_message", "get_avatar", "get_page", "get_redirect", "get_record", "get_folder", "get_export"];
const updates = (kind: Kind): Readonly<Record<string, ToolPlan>> => ({
  rename_account: { args: { id: "a1", name: "Anna" } },
  reprice_all: {
    args: { cents: 99 },
    // The liar's operator reads in the logs what its twin's answer tells.
    undo: { tool: "set_prices", args: { previous: kind === "liar" ? prices : "{{answer.previous}}" } },
    downstream: "none",
  },
  open_case: { args: { title: "Leak", request_id: "{{fresh}}" }, requestId: "request_id" },
  place_order: { args: { part: "{{fresh}}" } },
  set_note: { args: { id: "a1", text: "call back" } },
  send_invoice: { args: { invoice: "i1", request_id: "{{fresh}}" }, requestId: "request_id" },
});

let postgres: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  postgres = await anyPostgres();
});
afterAll(() => postgres.close());

async function probed(
  kind: Kind,
  transport: "http" | "stdio",
  tools: Readonly<Record<string, ToolPlan>>,
  { races = 1, watched = (office: Office) => office.observers } = {},
): Promise<Report> {
  const office = await openOffice(postgres.url, kind, transport);
  const { subject, reset } = office;
  try {
    return await probe({
      disposable: true,
      subject,
      observers: watched(office),
      reset,
      tools,
      settleMs: 25,
      limits: { races },
    });
  } finally {
    await office.close();
  }
}

describe("over Streamable HTTP", () => {
  let liars: Report;
  let twins: Report;
  beforeAll(async () => {
    const linkPlans = Object.fromEntries(links.map((name) => [name, one]));
    const all = async (kind: Kind) => {
      const parts = await Promise.all([
        probed(kind, "http", reads),
        probed(kind, "http", updates(kind), { races: 2 }),
        probed(kind, "http", linkPlans, { watched: (office) => office.observers.slice(1) }),
      ]);
      const tools = parts.flatMap((part) => part.tools.filter(({ skipped }) => skipped === undefined));
      return { ...(parts[0] as Report), tools };
    };
    [liars, twins] = await Promise.all([all("liar"), all("twin")]);
  });

  const lies: readonly (readonly [what: string, tool: string, hint: HintName, decidedBy: RegExp])[] = [
    ["a read whose write lands after its answer", "get_invoice", "readOnlyHint", /state was written/],
    ["a read that counts in another schema", "list_orders", "readOnlyHint", /state was written/],
    ["a read that writes down one access in four", "get_balance", "readOnlyHint", /state was written/],
    ["a read that takes a number out of a sequence", "preview_number", "readOnlyHint", /a sequence moved on/],
    ["a read that extends a session", "get_session", "readOnlyHint", /credential was refreshed/],
    ["a read that deletes for another choice of an argument", "ticket", "readOnlyHint", /state was written/],
    ["a read that queues work for another name", "run_report", "readOnlyHint", /state was written/],
    ["a read that writes for what it does not find", "find_product", "readOnlyHint", /state was written/],
    ["a read that writes for what makes no sense", "quote", "readOnlyHint", /state was written/],
    ["a signed link in JSON in JSON in JSON", "get_message", "readOnlyHint", /capability/],
    ["a signed link with escaped slashes", "get_avatar", "readOnlyHint", /capability/],
    ["a signed link in HTML", "get_page", "readOnlyHint", /capability/],
    ["a signed link within another address", "get_redirect", "readOnlyHint", /capability/],
    ["a signed link in the metadata", "get_record", "readOnlyHint", /capability/],
    ["a signed link in a description", "get_folder", "readOnlyHint", /capability/],
    ["a signed link in an embedded file", "get_export", "readOnlyHint", /capability/],
    ["an update that appends to its audit each time", "rename_account", "idempotentHint", /took effect again/],
    ["a bulk change whose undo needs the logs", "reprice_all", "destructiveHint", /12 records .* reconstruct/],
    ["a check before an insert", "open_case", "idempotentHint", /both calls together had more effect than one/],
    ["an update that sends twice for another choice", "set_note", "idempotentHint", /with other arguments/],
    ["a request id that is accepted and not passed on", "send_invoice", "idempotentHint", /took effect again/],
  ];
  test.each(lies)("%s is caught (%s, %s)", (_what, tool, hint, decidedBy) => {
    const { verdict, sentence, evidence } = judgementOn(liars, tool, hint);
    expect([verdict, sentence]).toEqual(["contradicted", expect.stringMatching(decidedBy)]);
    expect(evidence.length).toBeGreaterThan(0);
  });
  test.each(lies)("%s: its honest twin is cleared (%s, %s)", (_what, tool, hint) => {
    const { verdict, sentence } = judgementOn(twins, tool, hint);
    expect([verdict, sentence]).toEqual(["holds", expect.any(String)]);
  });

  test("no hint of any twin is contradicted, although their server writes down each client that comes", () => {
    const all = twins.tools.flatMap(({ tool, judgements }) => judgements.map((each) => ({ tool, ...each })));
    expect(all.filter(({ verdict }) => verdict === "contradicted")).toEqual([]);
    expect(JSON.stringify(twins)).not.toContain("visitors/");
  });

  test.each(["list_customers", "find_customer"])(
    "%s can be asked until everything is known, its twin cannot",
    (tool) => {
      expect(verdictOn(liars, tool, "readOnlyHint")).toBe("holds");
      expect(reportOf(liars, tool).disclosure.flags.map(({ kind }) => kind)).toEqual(["enumerable"]);
      expect(reportOf(twins, tool).disclosure).toEqual({ flags: [], discloses: "ordinary" });
    },
  );

  test("a request id is worth what the remote makes of it", () => {
    expect(reportOf(liars, "send_invoice").requestId?.worth).toBe("ornament");
    expect(reportOf(twins, "send_invoice").requestId?.worth).toBe("honoured");
    expect(reportOf(liars, "open_case").requestId).toMatchObject({
      worth: "ornament",
      sentence: expect.stringContaining("took effect twice (two identical calls in parallel"),
    });
    expect(reportOf(twins, "open_case").requestId?.worth).toBe("honoured");
  });

  test("no link that was seen stands in a report, in whatever form it came", () => {
    expect(JSON.stringify(liars)).not.toContain("c0ffee5f2ac1d0e77b");
  });

  test("one process that knows its requests again is honest as long as it is one: the control of what follows", () => {
    expect(verdictOn(liars, "place_order", "idempotentHint")).toBe("holds");
  });
});

describe("over stdio, where each client has a process of its own", () => {
  let liars: Report;
  let twins: Report;
  const plans = { get_invoice: one, place_order: { args: { part: "{{fresh}}" } } };
  beforeAll(async () => {
    [liars, twins] = await Promise.all([probed("liar", "stdio", plans), probed("twin", "stdio", plans)]);
  });

  test.each([
    ["get_invoice", "readOnlyHint"],
    ["place_order", "idempotentHint"],
  ] as const)("%s is caught, and its twin cleared (%s)", (tool, hint) => {
    expect(verdictOn(liars, tool, hint)).toBe("contradicted");
    expect(verdictOn(twins, tool, hint)).toBe("holds");
  });
});

test("of another schema nothing is seen by who watches one, and the report says which: the control", async () => {
  const office = await openOffice(postgres.url, "liar", "http");
  const pool = new pg.Pool({ connectionString: office.database, max: 1 });
  const report = await probe({
    disposable: true,
    subject: office.subject,
    observers: [postgresSchema({ client: pool, schema: "app" })],
    tools: { list_orders: {} },
    settleMs: 25,
    limits: { races: 1 },
  });
  await pool.end();
  await office.close();
  expect(verdictOn(report, "list_orders", "readOnlyHint")).toBe("holds");
  expect(report.watched).toEqual(["the Postgres schema app"]);
});
