import { readPolicies } from "@holdpoint/tier2-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type HintName, httpSubject, probe, type Report, type ToolPlan } from "../src/index.js";
import { type Kind, planted } from "./subjects/planted.js";
import { openWorld } from "./subjects/world.js";
import { openServer } from "./support/open-server.js";
import { judgementOn, reportOf, verdictOn } from "./support/told.js";

const plans: Readonly<Record<string, ToolPlan>> = {
  get_report: { args: { id: "7" } },
  get_document: { args: { id: "d1" }, missing: { id: "none" } },
  get_attachment: { args: { id: "f1" } },
  close_ticket: { args: { id: "t1" } },
  sync_members: { args: { names: ["ann", "dora"] } },
  create_ticket: { args: { title: "rotate staging certificate", request_id: "{{fresh}}" }, requestId: "request_id" },
  order_part: { args: { part: "{{fresh}}" } },
  book_room: { args: { room: "12", request_id: "{{fresh}}" }, requestId: "request_id" },
};

async function probed(kind: Kind, only?: string, without: readonly string[] = []): Promise<Report> {
  const world = await openWorld();
  const server = await openServer(planted(world, kind));
  try {
    return await probe({
      disposable: true,
      subject: httpSubject({ url: server.url }),
      observers: world.observers.filter(({ name }) => !without.includes(name)),
      reset: world.reset,
      tools: Object.fromEntries(Object.entries(plans).filter(([name]) => only === undefined || name === only)),
      settleMs: 40,
      limits: { races: 2 },
    });
  } finally {
    await server.close();
    await world.close();
  }
}

let liars: Report;
let twins: Report;
beforeAll(async () => {
  [liars, twins] = await Promise.all([probed("liar"), probed("twin")]);
});

const lies: readonly (readonly [what: string, tool: string, hint: HintName, decidedBy: RegExp])[] = [
  ["a GET that creates work", "get_report", "readOnlyHint", /work was created/],
  ["a read that refreshes a token", "get_document", "readOnlyHint", /credential was refreshed/],
  ["a read that answers with a signed link", "get_attachment", "readOnlyHint", /capability/],
  ["an idempotent update that mails each time", "close_ticket", "idempotentHint", /took effect again/],
  ["a sync that deletes", "sync_members", "destructiveHint", /no undo tool is declared/],
  [
    "a cache that hides a duplicate under concurrency",
    "create_ticket",
    "idempotentHint",
    /both calls together had more/,
  ],
  ["a repetition that is known to one connection only", "order_part", "idempotentHint", /retry took effect again/],
];

describe.each(lies)("%s (%s)", (_what, tool, hint, decidedBy) => {
  test("is caught, with what decided it", () => {
    const { verdict, sentence, evidence, remedies } = judgementOn(liars, tool, hint);
    expect(verdict).toBe("contradicted");
    expect(sentence).toMatch(decidedBy);
    expect(evidence[0]).toMatchObject({
      case: expect.any(String),
      request: expect.any(String),
      result: expect.any(String),
    });
    expect(Object.keys(remedies ?? {})).toEqual(["narrow", "change", "show"]);
  });

  test("is cleared in its honest twin", () => {
    expect(judgementOn(twins, tool, hint)).toMatchObject({ verdict: "holds" });
    expect(judgementOn(twins, tool, hint).remedies).toBeUndefined();
  });
});

test("without its observer the effect of a liar is not seen, and the report does not say that it watched it: the control", async () => {
  const report = await probed("liar", "close_ticket", ["mail"]);
  expect(verdictOn(report, "close_ticket", "idempotentHint")).toBe("holds");
  expect(report.watched.join()).not.toContain("mail");
});

test("the honest twins keep every hint that they give", () => {
  const all = twins.tools.flatMap(({ judgements }) => judgements);
  expect(all.filter(({ verdict }) => verdict === "contradicted")).toEqual([]);
});

test("the evidence of a lost answer reads as the record of that case", () => {
  const piece = judgementOn(liars, "order_part", "idempotentHint").evidence.find((each) =>
    each.case.startsWith("client cut off"),
  );
  expect(piece).toMatchObject({
    request: expect.stringMatching(/^\{"part":"probe-/),
    first_call: "transport cut after the request was received",
    second_call: expect.stringMatching(/^ok: ordered probe-/),
    result: "not idempotent without a remote idempotency mechanism: the retry took effect again",
  });
  expect(piece?.remote_records.filter((record) => /orders\/\S+ created/.test(record))).toHaveLength(2);
});

test("a request id that the remote ignores is an ornament, and one that it keeps is honoured", () => {
  expect(reportOf(liars, "book_room").requestId?.worth).toBe("ornament");
  expect(reportOf(twins, "book_room").requestId?.worth).toBe("honoured");
  expect(reportOf(twins, "create_ticket").requestId?.worth).toBe("honoured");
});

test("a missing hint is judged by MCP's cautious default", () => {
  expect(judgementOn(twins, "book_room", "idempotentHint")).toMatchObject({
    claim: { value: false, declared: false },
    verdict: "cautious",
  });
  expect(judgementOn(liars, "book_room", "destructiveHint").claim).toEqual({ value: true, declared: false });
});

test("the proposal names tier, category and a policy", () => {
  expect(reportOf(liars, "sync_members").proposal).toMatchObject({
    tier: 2,
    classification: { category: "sync", mutates: "destructive" },
  });
  expect(reportOf(liars, "close_ticket").proposal).toMatchObject({ tier: 2, classification: { category: "send" } });
  expect(reportOf(liars, "get_document").proposal).toMatchObject({
    tier: 2,
    classification: { category: "credentials" },
  });
  expect(reportOf(twins, "get_document").proposal).toMatchObject({ tier: 1, classification: { mutates: "nothing" } });
  const line = reportOf(liars, "sync_members").proposal?.policy ?? "";
  expect(line).toContain('tools: ["sync_members"]');
  const completed = line.replace(/(\w+):/g, '"$1":').replace("/* who */", '"group:operators"');
  expect(readPolicies(`[${completed}]`)).toHaveLength(1);
});

test("no capability stands in a report", () => {
  expect(JSON.stringify(liars)).not.toContain("5f2ac1d0e77b");
  expect(verdictOn(liars, "get_attachment", "readOnlyHint")).toBe("contradicted");
});
