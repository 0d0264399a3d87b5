import { expect, test } from "vitest";
import { z } from "zod";
import { toolResult } from "../src/mcp/tool-result.js";

const deleted = { deleted: 7 };

/** Vitest's own listeners would fail the run rather than the test. */
async function unhandledWhile(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  const usual = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", note);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("unhandledRejection", note);
    for (const listener of usual) process.on("unhandledRejection", listener);
  }
  return unhandled;
}

test("an asynchronous check of the output that rejects is told beside the result, and ends no process", async () => {
  const lost = z.object({ deleted: z.number().refine(() => Promise.reject(new Error("no connection"))) });
  const unhandled = await unhandledWhile(async () => {
    const told = JSON.stringify(await toolResult("delete_foo", deleted, lost));
    expect(told).toContain("WAS EXECUTED");
    expect(told).toContain("no connection");
  });
  expect(unhandled).toEqual([]);
});

test("an asynchronous check of the output may hold or not", async () => {
  const checked = (holds: boolean) => z.object({ deleted: z.number().refine(async () => holds, "No such foo") });
  expect(await toolResult("delete_foo", deleted, checked(true))).toMatchObject({
    verbatim: { structuredContent: deleted },
  });
  expect(JSON.stringify(await toolResult("delete_foo", deleted, checked(false)))).toContain("No such foo");
});
