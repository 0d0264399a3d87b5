import { describe, expect, test, vi } from "vitest";
import { request, settleRequest } from "../src/outside/requests.js";
import { freshDatabase } from "./fresh-database.js";

const key = "op_1";
const rename = "update campaigns set name = name || '!' where id = 42 returning name";

describe("a request to another system", () => {
  const sql = freshDatabase();
  const run = () =>
    request<{ name: string }>(sql, key, async (tx) => (await tx.query<{ name: string }>(rename))[0] ?? { name: "" });
  const name = async () => (await sql.query<{ name: string }>("select name from campaigns where id = 42"))[0]?.name;

  test("is carried out once, and a repeated one gets the same answer", async () => {
    expect(await run()).toEqual({ name: "Black Friday FR!" });
    expect(await run()).toEqual({ name: "Black Friday FR!" });
    expect(await name()).toBe("Black Friday FR!");
  });

  test("is carried out once when many carry its key at the same time", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, run));
    expect(new Set(results.map((result) => result.name))).toEqual(new Set(["Black Friday FR!"]));
    expect(await name()).toBe("Black Friday FR!");
  });

  test("that throws leaves nothing behind and may be tried again", async () => {
    const failing = request(sql, key, async (tx) => {
      await tx.query(rename);
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await name()).toBe("Black Friday FR");
    expect(await run()).toEqual({ name: "Black Friday FR!" });
  });

  test("that happened is told with its result", async () => {
    await run();
    expect(await settleRequest(sql, key)).toEqual({
      outcome: "completed",
      result: { name: "Black Friday FR!" },
    });
  });

  test("whose key was closed can no longer happen", async () => {
    expect(await settleRequest(sql, key)).toMatchObject({ outcome: "closed" });
    const work = vi.fn(async () => ({}));
    await expect(request(sql, key, work)).rejects.toThrow("The key was closed");
    expect(work).not.toHaveBeenCalled();
    expect(await settleRequest(sql, key)).toMatchObject({ outcome: "closed" });
  });
});
