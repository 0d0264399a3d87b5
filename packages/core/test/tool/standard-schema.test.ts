import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { type ArgsOf, describeIssues, type ParamsOf, type StandardSchema } from "../../src/tool/standard-schema.js";

test("issues are told in one line that names each place", () => {
  const issues = [
    { message: "Required", path: ["user", 0, { key: "email" }] },
    { message: "Too small", path: [Symbol("pin")] },
    { message: "Unknown key", path: [] },
    { message: "Not an object" },
  ];
  expect(describeIssues(issues)).toBe("user.0.email: Required; Symbol(pin): Too small; Unknown key; Not an object");
  expect(describeIssues([])).toBe("");
});

test("issues of zod are told the same way", () => {
  const result = z.object({ user: z.object({ email: z.email() }) }).safeParse({ user: { email: "x" } });
  expect(describeIssues(result.error?.issues ?? [])).toBe("user.email: Invalid email address");
});

test("a caller writes what goes into a schema, and a handler gets what comes out of it", () => {
  const schema = z.object({ id: z.number(), dry_run: z.boolean().default(false) });
  expectTypeOf<ArgsOf<typeof schema>>().toEqualTypeOf<{ id: number; dry_run?: boolean | undefined }>();
  expectTypeOf<ParamsOf<typeof schema>>().toEqualTypeOf<{ id: number; dry_run: boolean }>();
  expectTypeOf(schema).toExtend<StandardSchema<unknown, unknown>>();
  // biome-ignore lint/complexity/noBannedTypes: no schema, no params
  expectTypeOf<ParamsOf<undefined>>().toEqualTypeOf<{}>();
});
