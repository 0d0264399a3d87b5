import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { ann, opened, reviewed } from "./desk.js";

describe.each(expresses)("on Express $version", ({ express }) => {
  test("whoever cannot decide a row sees it all the same, with the reason", async () => {
    const { get, post, at, id, decision } = await opened({ express, policy: { quorum: 2 } });
    const row = async (as: string) => (await get("/approvals", as)).body.items[0];
    expect(await row(ann)).toMatchObject({
      id,
      summary: "Refund 250.00 EUR to the buyer of order 1007",
      cannot_decide: { code: "self_approval", error: "It was requested in your name." },
    });
    expect((await row("user:eve sales")).cannot_decide).toEqual({
      code: "not_entitled",
      error: "The policies do not name you.",
    });
    expect(await row("user:fin finance")).not.toHaveProperty("cannot_decide");
    await post(at("allow"), decision);
    expect((await row("user:fin finance")).cannot_decide.code).toBe("already_decided");
    await post(at("deny"), decision, "user:fay finance");
    expect((await row("user:fox finance")).cannot_decide.code).toBe("closed");
  });

  test("a list is narrowed to a status and to a tool", async () => {
    const { get, open, post, at, decision, id: denied } = await opened({ express });
    await post(at("deny"), decision);
    const pending = await open(1008);
    const ids = async (query: string) =>
      (await get(`/approvals${query}`)).body.items.map((item: { id: string }) => item.id).sort();
    expect(await ids("")).toEqual([denied, pending].sort());
    expect(await ids("?status=pending")).toEqual([pending]);
    expect(await ids("?status=denied&tool=refund_order")).toEqual([denied]);
    expect(await ids("?tool=delete_shop")).toEqual([]);
  });

  test("a list is read page by page to its end", async () => {
    const { get, open } = await reviewed({ express });
    const asked = new Set<string>();
    for (let order = 1; order <= 5; order += 1) asked.add(await open(order));
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ limit: "2", ...(cursor !== undefined && { cursor }) });
      const { body } = await get(`/approvals?${query}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      read.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.cursor;
    } while (cursor !== undefined);
    expect(asked.size).toBe(5);
    expect(new Set(read)).toEqual(asked);
  });

  test("HEAD answers as GET does, without the body", async () => {
    const { url } = await opened({ express });
    const as = { "x-session": "user:fin finance" };
    const head = await fetch(`${url}/review/approvals`, { method: "HEAD", headers: as });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const nobody = await fetch(`${url}/review/approvals`, { method: "HEAD" });
    expect(nobody.status).toBe(401);
  });
});
