import { describe, expect, test } from "vitest";
import { expresses } from "../server.js";
import { decision, refund, reviewed } from "./desk.js";

describe.each(expresses)("on Express $version", ({ express }) => {
  const desk = () => reviewed({ express });

  test("whoever cannot decide a row sees it all the same, with the reason", async () => {
    const { get, open, post } = await desk();
    const id = open({ ...refund, requirement: { ...refund.requirement, quorum: 2 } });
    const row = async (as: string) => (await get("/approvals", as)).body.items[0];
    expect(await row("user:ann finance")).toMatchObject({
      id,
      summary: refund.summary,
      cannot_decide: { code: "self_approval", error: "It was requested in your name." },
    });
    expect((await row("user:eve sales")).cannot_decide).toEqual({
      code: "not_entitled",
      error: "The policies do not name you.",
    });
    expect(await row("user:fin finance")).not.toHaveProperty("cannot_decide");
    await post(`/approvals/${id}/allow`, decision);
    expect((await row("user:fin finance")).cannot_decide.code).toBe("already_decided");
    await post(`/approvals/${id}/deny`, decision, "user:fay finance");
    expect((await row("user:fin finance")).cannot_decide.code).toBe("closed");
  });

  test("a list is narrowed to a status and to a tool", async () => {
    const { get, open, post } = await desk();
    const denied = open(refund);
    await post(`/approvals/${denied}/deny`, decision);
    const pending = open(refund);
    const other = open({ ...refund, tool: "delete_shop" });
    const ids = async (query: string) =>
      (await get(`/approvals${query}`)).body.items.map((item: { id: string }) => item.id);
    expect(await ids("")).toEqual([denied, pending, other]);
    expect(await ids("?status=pending")).toEqual([pending, other]);
    expect(await ids("?status=denied&tool=refund_order")).toEqual([denied]);
    expect(await ids("?tool=delete_shop")).toEqual([other]);
  });

  test("a list is read page by page to its end", async () => {
    const { get, open } = await desk();
    const opened = Array.from({ length: 5 }, () => open(refund));
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ limit: "2", ...(cursor !== undefined && { cursor }) });
      const { body } = await get(`/approvals?${query}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      read.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.cursor;
    } while (cursor !== undefined);
    expect(read).toEqual(opened);
  });

  test("HEAD answers as GET does, without the body", async () => {
    const { url, open } = await desk();
    open(refund);
    const head = await fetch(`${url}/review/approvals`, {
      method: "HEAD",
      headers: { "x-session": "user:fin finance" },
    });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const nobody = await fetch(`${url}/review/approvals`, { method: "HEAD" });
    expect(nobody.status).toBe(401);
  });
});
