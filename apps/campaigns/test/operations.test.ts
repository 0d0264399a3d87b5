import { describe, expect, test, vi } from "vitest";
import { once, settleOperation } from "../src/entities/operations.js";
import { freshDatabase } from "./fresh-database.js";

const operation = { operationId: "op_1", tool: "some_tool" };
const rename = "update campaigns set name = name || '!' where id = 42 returning name";

describe("an operation", () => {
  const sql = freshDatabase();
  const run = () =>
    once<{ name: string }>(sql, operation, async (tx) => (await tx.query<{ name: string }>(rename))[0] ?? { name: "" });
  const name = async () => (await sql.query<{ name: string }>("select name from campaigns where id = 42"))[0]?.name;

  test("happens once, and a repeated call gets its recorded result", async () => {
    expect(await run()).toEqual({ name: "Black Friday FR!" });
    expect(await run()).toEqual({ name: "Black Friday FR!" });
    expect(await name()).toBe("Black Friday FR!");
  });

  test("happens once when many calls carry its id at the same time", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, run));
    expect(new Set(results.map((result) => result.name))).toEqual(new Set(["Black Friday FR!"]));
    expect(await name()).toBe("Black Friday FR!");
  });

  test("that throws leaves nothing behind and may be tried again", async () => {
    const failing = once(sql, operation, async (tx) => {
      await tx.query(rename);
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await name()).toBe("Black Friday FR");
    expect(await run()).toEqual({ name: "Black Friday FR!" });
  });

  test("that happened is told with its result", async () => {
    await run();
    expect(await settleOperation(sql, operation)).toEqual({
      outcome: "completed",
      result: { name: "Black Friday FR!" },
    });
  });

  test("that is told as not executed can no longer happen", async () => {
    expect(await settleOperation(sql, operation)).toMatchObject({ outcome: "not_executed" });
    const work = vi.fn(async () => ({}));
    await expect(once(sql, operation, work)).rejects.toMatchObject({ code: "not_executed" });
    expect(work).not.toHaveBeenCalled();
    expect(await settleOperation(sql, operation)).toMatchObject({ outcome: "not_executed" });
  });
});
