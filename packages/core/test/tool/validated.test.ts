import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import * as mini from "zod/v4-mini";
import type { AnySchema } from "../../src/tool/standard-schema.js";
import { validated } from "../../src/tool/validated.js";

/** An object whose member `id` is checked by asking somebody else. */
const asking: Record<string, (check: (id: unknown) => Promise<boolean>) => AnySchema> = {
  "zod 4": (check) => z.object({ id: z.number().refine(check, "No such foo") }),
  "zod 3": (check) => z3.object({ id: z3.number().refine(check, "No such foo") }),
  "zod mini": (check) => mini.object({ id: mini.number().check(mini.refine(check, "No such foo")) }),
};

describe.each(Object.keys(asking))("an asynchronous check of %s", (library) => {
  const schema = (check: () => Promise<boolean>) => asking[library]?.(check) as AnySchema;
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  const usual = process.listeners("unhandledRejection");

  // Vitest's own listeners would fail the run rather than the test.
  beforeEach(() => {
    unhandled.length = 0;
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", note);
  });
  afterEach(() => {
    process.off("unhandledRejection", note);
    for (const listener of usual) process.on("unhandledRejection", listener);
  });

  test("that rejects is heard by the caller, and by nobody else", async () => {
    const lost = () => Promise.reject(new Error("no connection"));
    await expect(validated(schema(lost), { id: 7 })).rejects.toThrow("no connection");
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });

  test("is made once", async () => {
    let asked = 0;
    const check = async () => ++asked > 0;
    expect(await validated(schema(check), { id: 7 })).toEqual({ value: { id: 7 } });
    expect(asked).toBe(1);
  });

  test("that says no is told with its place", async () => {
    const { issues } = await validated(
      schema(async () => false),
      { id: 7 },
    );
    expect(issues).toEqual([expect.objectContaining({ message: "No such foo", path: ["id"] })]);
  });
});

test("a schema of another library is asked by the standard alone", async () => {
  const validate = (value: unknown) => ({ value });
  const schema = { "~standard": { version: 1, vendor: "own", validate }, safeParseAsync: () => ({ success: false }) };
  expect(await validated(schema as AnySchema, 7)).toEqual({ value: 7 });
});
