import type { Tier2Options } from "@holdpoint/tier2-core";
import { afterEach, describe, expect, test } from "vitest";
import { registerTier2Tool } from "../src/index.js";
import { call, confirmed, envelopeOf, shown, tokenOf } from "./support/answers.js";
import { cuttingProxy } from "./support/cutting-proxy.js";
import { engine, newServer } from "./support/engine.js";
import { deleteFoo, Foos } from "./support/foos.js";
import { gate } from "./support/gate.js";
import { httpClient } from "./support/http-client.js";
import { type HttpMode, httpModes, httpServer } from "./support/http-server.js";
import { until } from "./support/until.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function setup(mode: HttpMode, options: Partial<Tier2Options> = {}) {
  const foos = new Foos();
  const { tier2, events } = engine(options);
  const tool = deleteFoo(foos);
  const { port, close } = await httpServer(() => {
    const server = newServer();
    registerTier2Tool(server, tier2, tool);
    return server;
  }, mode);
  closing.push(close);
  const clientAt = async (at: number, bearer?: string) => {
    const client = await httpClient(at, bearer);
    closing.push(() => client.close());
    return client;
  };
  return { foos, events, port, clientAt, client: (bearer?: string) => clientAt(port, bearer) };
}

describe.each(httpModes)("over HTTP, %s,", (_, mode) => {
  test("a tool previews, runs once and replays", async () => {
    const { foos, client } = await setup(mode);
    const alice = await client();
    await alice.listTools();
    const { preview, result, withToken } = await confirmed(alice, "delete_foo", { id: 7 });
    expect(envelopeOf(preview).status).toBe("confirmation_required");
    expect(envelopeOf(result)).toMatchObject({ status: "ok", nth: 1 });
    const elsewhere = await client();
    const again = await call(elsewhere, "delete_foo", withToken);
    expect(shown(again)).toEqual(shown(result));
    expect(again._meta).toMatchObject({ "holdpoint/replayed": true });
    expect(foos.deleted).toEqual([7]);
  });

  test("another user of the same client is a wrong owner, and an access token without a user is nobody", async () => {
    const { foos, client } = await setup(mode);
    const confirm_token = tokenOf(await call(await client("client-a/alice"), "delete_foo", { id: 7 }));
    const args = { id: 7, confirm_token };
    expect(envelopeOf(await call(await client("client-a/bob"), "delete_foo", args)).reason).toBe("wrong_owner");
    expect(envelopeOf(await call(await client("client-b/alice"), "delete_foo", args)).reason).toBe("wrong_owner");
    const nobody = envelopeOf(await call(await client("client-a"), "delete_foo", { id: 7 }));
    expect(nobody).toMatchObject({ reason: "access_revoked", detail: "requester_missing" });
    expect(foos.deleted).toEqual([]);
  });

  test("a first call that is sent twice within milliseconds gives two previews and executes nothing", async () => {
    const { foos, client } = await setup(mode);
    const alice = await client();
    const twice = await Promise.all([call(alice, "delete_foo", { id: 7 }), call(alice, "delete_foo", { id: 7 })]);
    expect(twice.map((answer) => envelopeOf(answer).status)).toEqual(Array(2).fill("confirmation_required"));
    expect(new Set(twice.map(tokenOf)).size).toBe(2);
    expect(foos.deleted).toEqual([]);
  });

  test("a confirm that is sent twice within milliseconds executes once, with one answer for both", async () => {
    const { foos, client } = await setup(mode);
    const alice = await client();
    const args = { id: 7, confirm_token: tokenOf(await call(alice, "delete_foo", { id: 7 })) };
    const [one, other] = await Promise.all([call(alice, "delete_foo", args), call(alice, "delete_foo", args)]);
    expect(shown(one)).toEqual(shown(other));
    expect(foos.deleted).toEqual([7]);
  });

  test.each([
    ["aborts", () => ({ signal: AbortSignal.timeout(100) })],
    ["times out", () => ({ timeout: 100 })],
  ])(
    "a client that %s in mid-execution changes nothing: it runs once, and a retry gets its answer",
    async (_, options) => {
      const { foos, events, client } = await setup(mode);
      const { open, pass, reached } = gate();
      foos.hold = pass;
      const alice = await client();
      const args = { id: 7, confirm_token: tokenOf(await call(alice, "delete_foo", { id: 7 })) };
      const left = call(alice, "delete_foo", args, options());
      await Promise.all([expect(left).rejects.toThrow(), reached]);
      expect(foos.deleted).toEqual([]);

      const retry = call(alice, "delete_foo", args);
      open();
      expect(envelopeOf(await retry)).toMatchObject({ status: "ok", nth: 1 });
      expect((await retry)._meta).toMatchObject({ "holdpoint/replayed": true });
      expect(foos.deleted).toEqual([7]);
      expect(events.map(({ type }) => type)).toEqual(["proposed", "claimed", "completed", "replayed"]);
    },
  );

  test("a client that closes its whole session in mid-execution changes nothing either", async () => {
    const { foos, events, client } = await setup(mode);
    const { open, pass, reached } = gate();
    foos.hold = pass;
    const alice = await client();
    const args = { id: 7, confirm_token: tokenOf(await call(alice, "delete_foo", { id: 7 })) };
    const left = call(alice, "delete_foo", args);
    await reached;
    await Promise.all([expect(left).rejects.toThrow(), alice.close()]);
    open();
    await until(() => events.some(({ type }) => type === "completed"));
    const again = await call(await client(), "delete_foo", args);
    expect(again._meta).toMatchObject({ "holdpoint/replayed": true });
    expect(foos.deleted).toEqual([7]);
  });

  test.each([
    ["when the answer is on its way", '"status":"ok"'],
    ["when the first byte comes back", "H"],
  ])("a response that is lost on the wire %s is made good by a retry, with one execution", async (_, after) => {
    const { foos, port, clientAt } = await setup(mode);
    const proxy = await cuttingProxy(port);
    closing.push(proxy.close);
    const alice = await clientAt(proxy.port);
    const args = { id: 7, confirm_token: tokenOf(await call(alice, "delete_foo", { id: 7 })) };
    proxy.cutNextConfirm(after);
    const givingUp = new AbortController();
    const lost = call(alice, "delete_foo", args, { signal: givingUp.signal });
    const rejected = expect(lost).rejects.toThrow();
    await until(() => proxy.cuts === 1);
    givingUp.abort();
    await rejected;

    const retried = await call(alice, "delete_foo", args);
    expect(envelopeOf(retried)).toMatchObject({ status: "ok", message: "Foo 7 deleted", nth: 1 });
    expect(retried._meta).toMatchObject({ "holdpoint/replayed": true });
    expect(foos.deleted).toEqual([7]);
  });
});

test.each(httpModes.filter(([, { sessions, json }]) => sessions !== json))(
  "over HTTP, %s, a thousand concurrent confirms of one token execute once, and all get the same answer",
  async (_, mode) => {
    const { foos, client } = await setup(mode, { waitForCompletionMs: 120_000 });
    foos.hold = () => new Promise((resolve) => setTimeout(resolve, 100));
    const clients = await Promise.all(Array.from({ length: 4 }, () => client()));
    const [first] = clients;
    if (first === undefined) throw new Error("no client");
    const args = { id: 7, confirm_token: tokenOf(await call(first, "delete_foo", { id: 7 })) };
    const patient = { timeout: 170_000 };
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => call(clients[n % clients.length] ?? first, "delete_foo", args, patient)),
    );
    expect(answers).toHaveLength(1000);
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer))))).toEqual(
      new Set([JSON.stringify(shown(answers[0] as (typeof answers)[0]))]),
    );
    expect(envelopeOf(answers[0] as (typeof answers)[0])).toMatchObject({ status: "ok", nth: 1 });
    expect(answers.filter((answer) => answer._meta?.["holdpoint/replayed"] === true)).toHaveLength(999);
    expect(foos.deleted).toEqual([7]);
  },
  180_000,
);
