import { defineTier2Tool, Tier2Error } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import type { Sink } from "../../src/sink.js";
import { memorySink } from "../../src/sinks/memory-sink.js";
import { audited, deleteFoo } from "../support/audited.js";

/** A sink that is away as long as the test says so. */
function unsteady(): { sink: Sink; away: (is: boolean) => void; lines: readonly Buffer[] } {
  const memory = memorySink();
  let isAway = false;
  const sink: Sink = {
    ...memory,
    async append(seal) {
      if (isAway) throw new Tier2Error("journal_unavailable", "The disk is full.");
      await memory.append(seal);
    },
  };
  return { sink, lines: memory.lines, away: (is) => (isAway = is) };
}

function counting() {
  let starts = 0;
  const tool = deleteFoo(() => {
    starts += 1;
    return { message: "deleted" };
  });
  return { tool, starts: () => starts };
}

test("an operation whose intent cannot be written does not start, and can be previewed again", async () => {
  const { sink, away, lines } = unsteady();
  const { tool, starts } = counting();
  const { preview, call, audit } = audited({ sink }, {}, tool);
  const confirm_token = await preview(7);
  away(true);
  const refused = await call({ id: 7, confirm_token });
  expect(refused.body).toMatchObject({ reason: "not_executed", detail: "journal_unavailable" });
  expect(starts()).toBe(0);
  away(false);
  await call({ id: 7, confirm_token: await preview(7) });
  expect(starts()).toBe(1);
  await audit.flush();
  // The intent that led to nothing is not written later; that nothing was executed is.
  const text = Buffer.concat(lines).toString();
  expect(text.match(/"type":"intent"/g)).toHaveLength(1);
  expect(text.match(/"type":"not_executed"/g)).toHaveLength(1);
});

test("control: with failClosed off it starts, and its intent is written once that can be", async () => {
  const { sink, away, lines } = unsteady();
  const { tool, starts } = counting();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const { preview, call, audit } = audited({ sink, failClosed: false, onFailure }, {}, tool);
  const confirm_token = await preview(7);
  await audit.flush();
  away(true);
  expect((await call({ id: 7, confirm_token })).body.status).toBe("ok");
  expect(starts()).toBe(1);
  expect(failures.length).toBeGreaterThan(0);
  await expect(audit.flush()).rejects.toMatchObject({ code: "journal_unavailable" });
  away(false);
  await audit.flush();
  const text = Buffer.concat(lines).toString();
  for (const type of ["proposed", "intent", "claimed", "completed"]) {
    expect(text.match(new RegExp(`"type":"${type}"`, "g"))).toHaveLength(1);
  }
});

test("an ending that cannot be written at once is written later: it has happened", async () => {
  const { sink, away, lines } = unsteady();
  const tool = deleteFoo(() => {
    away(true);
    return { message: "deleted" };
  });
  const { preview, call, audit } = audited({ sink }, {}, tool);
  expect((await call({ id: 7, confirm_token: await preview(7) })).body.status).toBe("ok");
  away(false);
  await audit.flush();
  expect(
    Buffer.concat(lines)
      .toString()
      .match(/"type":"completed"/g),
  ).toHaveLength(1);
});

test("what no entry can hold stops that operation alone, and holds up no other", async () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { deeper: deep(levels - 1) });
  const failures: unknown[] = [];
  const { t, preview, call, told } = audited({ onFailure: (error) => void failures.push(error) });
  const tool = defineTier2Tool({
    name: "deep",
    category: "delete",
    preview: () => ({ summary: "s", preview: deep(300) }),
    execute: () => ({ message: "done" }),
  });
  const { confirm_token } = await t.preview(tool, {});
  expect((await t.call(tool, { confirm_token } as never)).body).toMatchObject({ detail: "journal_unavailable" });
  expect(failures).toMatchObject([{ name: "RangeError" }]);
  await call({ id: 7, confirm_token: await preview(7) });
  expect(await told()).toContain("done:completed");
});
