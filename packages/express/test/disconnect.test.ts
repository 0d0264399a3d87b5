import { once } from "node:events";
import net from "node:net";
import type { RequestHandler } from "express";
import { afterEach, describe, expect, test } from "vitest";
import { caller, deleteFoo, gate, guarded } from "./foos.js";
import { expresses } from "./server.js";

const proxies = new Set<net.Server>();
afterEach(() => {
  for (const proxy of proxies) proxy.close();
  proxies.clear();
});

/** A proxy that lets each answer through as far as `end` says and then cuts the connection to the client. */
async function cutting(target: string, end: (answer: Buffer) => number): Promise<string> {
  const port = Number(new URL(target).port);
  const proxy = net.createServer((client) => {
    const server = net.connect(port, "127.0.0.1");
    client.on("error", () => {}).pipe(server);
    server
      .on("error", () => {})
      .once("data", (answer: Buffer) => {
        client.end(answer.subarray(0, end(answer)), () => client.destroy());
        server.destroy();
      });
  });
  proxies.add(proxy);
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
}

describe.each(expresses)("on Express $version", ({ express }) => {
  test.each([
    ["before its first byte", () => 0],
    ["in its headers", () => 20],
    ["in its body", (answer: Buffer) => answer.indexOf("\r\n\r\n") + 10],
  ])("an answer cut on the wire %s is replayed to the retry", async (_where, end) => {
    const { call, url, ran, errors } = await guarded({ express });
    const { confirm_token } = (await call({ id: 7 })).body;
    const cut = caller(`${await cutting(url, end)}/delete_foo`);
    await expect(cut({ id: 7, confirm_token })).rejects.toThrow();

    const retry = await call({ id: 7, confirm_token });
    expect([retry.status, retry.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(retry.body).toEqual({ status: "ok", tool: "delete_foo", message: "Foo 7 deleted", run: 1 });
    expect(ran).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test("an operation goes on when its client disconnects, and the retry gets its answer", async () => {
    const { wait, reached, open } = gate();
    const { call, ran, errors, events } = await guarded({ express, tool: deleteFoo({ during: wait }) });
    const { confirm_token } = (await call({ id: 7 })).body;
    const client = new AbortController();
    const lost = call({ id: 7, confirm_token }, { signal: client.signal });
    await reached;
    client.abort();
    await expect(lost).rejects.toThrow("aborted");
    open();
    await expect.poll(() => events.map(({ type }) => type)).toContain("completed");

    const retry = await call({ id: 7, confirm_token });
    expect([retry.status, retry.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(ran).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test("a duplicate whose client disconnects stops waiting", async () => {
    const { wait, reached, open } = gate();
    const tier2Options = { waitForCompletionMs: 60_000 };
    const { call, errors, events } = await guarded({ express, tier2Options, tool: deleteFoo({ during: wait }) });
    const { confirm_token } = (await call({ id: 7 })).body;
    const first = call({ id: 7, confirm_token });
    await reached;
    const client = new AbortController();
    const duplicate = call({ id: 7, confirm_token }, { signal: client.signal });
    const refused = () => events.filter(({ type }) => type === "refused");
    await new Promise((later) => setTimeout(later, 100));
    expect(refused()).toEqual([]);
    client.abort();
    await expect(duplicate).rejects.toThrow("aborted");
    await expect.poll(refused).toEqual([expect.objectContaining({ detail: "in_flight" })]);
    open();
    expect((await first).status).toBe(200);
    expect(errors).toEqual([]);
  });

  test("a duplicate whose client was gone before the guard does not wait at all", async () => {
    const { wait, reached, open } = gate();
    const leave: RequestHandler = (req, res, next) => {
      if (req.get("x-leaving") === undefined) next();
      else res.once("close", () => setImmediate(next));
    };
    const { call, events } = await guarded({
      express,
      before: [express.json(), leave],
      tier2Options: { waitForCompletionMs: 60_000 },
      tool: deleteFoo({ during: wait }),
    });
    const { confirm_token } = (await call({ id: 7 })).body;
    const first = call({ id: 7, confirm_token });
    await reached;
    const duplicate = call(
      { id: 7, confirm_token },
      { headers: { "x-leaving": "1" }, signal: AbortSignal.timeout(100) },
    );
    await expect(duplicate).rejects.toThrow("aborted");
    await expect
      .poll(() => events.filter(({ type }) => type === "refused"))
      .toEqual([expect.objectContaining({ detail: "in_flight" })]);
    open();
    expect((await first).status).toBe(200);
  });
});
