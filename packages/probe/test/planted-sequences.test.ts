import { beforeAll, expect, test } from "vitest";
import { httpSubject, probe, type Report, type ToolPlan } from "../src/index.js";
import type { Kind } from "./subjects/planted.js";
import { purge, sequences } from "./subjects/planted-sequences.js";
import { openWorld } from "./subjects/world.js";
import { openServer } from "./support/open-server.js";
import { judgementOn, reportOf, verdictOn } from "./support/told.js";

const owners = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`a${index}`, { owner: `owner ${index}` }]));

async function probed(kind: Kind): Promise<Report> {
  const world = await openWorld();
  const server = await openServer(sequences(world, kind), { enableJsonResponse: true });
  const tools: Readonly<Record<string, ToolPlan>> = {
    archive_document: {
      args: { id: "d1" },
      missing: { id: "none" },
      undo: { tool: "restore_document", args: { id: "d1" } },
      downstream: purge(world),
    },
    reassign_accounts: {
      args: { owner: "Eve" },
      // The liar's operator reads in the logs what its twin's answer tells.
      undo: { tool: "set_owners", args: { previous: kind === "liar" ? owners : "{{answer.previous}}" } },
      downstream: "none",
    },
    add_label: { args: { label: "{{fresh}}" }, missing: { label: "forbidden" } },
    record_visit: { args: { meta: { visitor: "{{fresh}}", page: "home" } } },
    get_user: { args: { id: "u1" } },
    get_build_log: { args: { id: "b1" } },
    search_members: { args: {} },
  };
  try {
    return await probe({
      disposable: true,
      subject: httpSubject({ url: server.url }),
      observers: world.observers,
      reset: world.reset,
      tools,
      settleMs: 30,
      limits: { races: 1 },
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

test("an undo that works only until a later job has run makes the call destructive", () => {
  const { verdict, sentence, evidence } = judgementOn(liars, "archive_document", "destructiveHint");
  expect([verdict, sentence]).toEqual(["contradicted", "after a later job the undo no longer brings back 1 record"]);
  expect(evidence[0]?.remote_records).toContain("after downstream job: desk: archive/d1.json removed");
  expect(verdictOn(twins, "archive_document", "destructiveHint")).toBe("holds");
});

test("what the later job does by itself is not held against the tool", () => {
  const { evidence } = judgementOn(twins, "archive_document", "destructiveHint");
  expect(JSON.stringify(evidence)).toContain("purged/last.json");
});

test("a bulk change is destructive if its undo has to be reconstructed, although the undo works", () => {
  const { verdict, sentence } = judgementOn(liars, "reassign_accounts", "destructiveHint");
  expect(verdict).toBe("contradicted");
  expect(sentence).toMatch(/12 records at once, .* reconstruct/);
  expect(reportOf(liars, "reassign_accounts").proposal?.classification.category).toBe("bulk");
  expect(verdictOn(twins, "reassign_accounts", "destructiveHint")).toBe("holds");
});

test("a failure that takes something away is destructive", () => {
  expect(judgementOn(liars, "add_label", "destructiveHint")).toMatchObject({
    verdict: "contradicted",
    sentence: expect.stringContaining("it lost 1 record although the call was a failure"),
  });
  expect(verdictOn(twins, "add_label", "destructiveHint")).toBe("holds");
});

test("a request is the same in another order of its keys", () => {
  const { verdict, evidence } = judgementOn(liars, "record_visit", "idempotentHint");
  expect(verdict).toBe("contradicted");
  expect(evidence.map((each) => each.case)).toContain("equal arguments, other key order");
  expect(verdictOn(twins, "record_visit", "idempotentHint")).toBe("holds");
});

const disclosures = [
  ["get_user", "secret", "sensitive"],
  ["get_build_log", "command", "capability"],
  ["search_members", "enumerable", "sensitive"],
] as const;

test.each(disclosures)("%s writes nothing and is flagged: %s", (tool, kind, discloses) => {
  expect(verdictOn(liars, tool, "readOnlyHint")).toBe("holds");
  expect(reportOf(liars, tool).disclosure).toMatchObject({ discloses, flags: [{ kind }] });
  expect(reportOf(liars, tool).proposal).toMatchObject({ tier: 2, because: "discloses" });
});

test.each(disclosures)("the honest twin of %s is not", (tool) => {
  expect(reportOf(twins, tool).disclosure).toEqual({ discloses: "ordinary", flags: [] });
  expect(reportOf(twins, tool).proposal?.tier).toBe(1);
});
