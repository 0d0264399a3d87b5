import { beforeAll, describe, expect, test } from "vitest";
import { type HintName, httpSubject, probe, type Report } from "../src/index.js";
import type { Kind } from "./subjects/planted.js";
import { moments } from "./subjects/planted-moments.js";
import { openWorld } from "./subjects/world.js";
import { openServer } from "./support/open-server.js";
import { judgementOn } from "./support/told.js";

async function probed(kind: Kind): Promise<Report> {
  const world = await openWorld();
  const server = await openServer(moments(world, kind));
  try {
    return await probe({
      disposable: true,
      subject: httpSubject({ url: server.url }),
      observers: world.observers,
      reset: world.reset,
      tools: {
        file_claim: { args: { id: "{{fresh}}" } },
        read_inbox: {},
        hide_document: {
          args: { id: "d1" },
          undo: { tool: "show_document", args: { id: "d1" } },
          downstream: "none",
        },
      },
      settleMs: 60, // two looks are further apart than the liar remembers
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

const lies: readonly (readonly [what: string, tool: string, hint: HintName, decidedBy: RegExp])[] = [
  ["a repetition that is known for a while", "file_claim", "idempotentHint", /took effect again/],
  ["a read that writes at the first time only", "read_inbox", "readOnlyHint", /state was written/],
  ["an undo that brings back all but one field", "hide_document", "destructiveHint", /undo/],
];

describe.each(lies)("%s (%s)", (_what, tool, hint, decidedBy) => {
  test("is caught", () => {
    const { verdict, sentence } = judgementOn(liars, tool, hint);
    expect([verdict, sentence]).toEqual(["contradicted", expect.stringMatching(decidedBy)]);
  });

  test("is cleared in its honest twin", () => {
    expect(judgementOn(twins, tool, hint)).toMatchObject({ verdict: "holds" });
  });
});
