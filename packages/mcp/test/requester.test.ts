import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { describe, expect, test } from "vitest";
import { type Identify, registerTier2Tool } from "../src/index.js";
import { call, confirmed, envelopeOf, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { deleteFoo, Foos } from "./support/foos.js";
import { anonymousClient, authInfo, linkedClient } from "./support/linked-client.js";

function setup(identify: Identify = {}) {
  const foos = new Foos();
  const { tier2, events } = engine();
  const tool = deleteFoo(foos);
  const build = () => {
    const server = newServer();
    registerTier2Tool(server, tier2, tool, identify);
    return server;
  };
  const requesters = () => events.map((event) => event.requester);
  return { foos, build, requesters, as: (auth?: AuthInfo) => linkedClient(build(), auth) };
}

const refusedFor = (detail: string) => ({ status: "rejected", reason: "access_revoked", detail });

describe("the requester by default", () => {
  test("is client and subject, joined without ambiguity, with the subject as its human owner", async () => {
    const { as, requesters } = setup();
    await call(await as(authInfo("alice", "client-a")), "delete_foo", { id: 1 });
    expect(requesters()).toEqual([{ tokenId: "oauth 8:client-a 5:alice", subject: "alice" }]);
  });

  test.each([
    ["another user of the same client", authInfo("d", "client-a")],
    ["the same user with another client", authInfo("b c", "client-b")],
    ["a user and a client whose names give the same text in a row", authInfo("c", "client-a b")],
  ])("is not %s, who is told so and cannot confirm", async (_, other) => {
    const { as, foos } = setup();
    const confirm_token = tokenOf(await call(await as(authInfo("b c", "client-a")), "delete_foo", { id: 1 }));
    const refused = await call(await as(other), "delete_foo", { id: 1, confirm_token });
    expect(envelopeOf(refused)).toMatchObject({ status: "rejected", reason: "wrong_owner" });
    expect(foos.deleted).toEqual([]);
  });

  test("stays the same for another connection and another access token of the same user and client", async () => {
    const { as, foos } = setup();
    const { withToken } = await confirmed(await as(authInfo("alice")), "delete_foo", { id: 1 });
    const refreshed = { ...authInfo("alice"), token: "refreshed", scopes: ["more"] };
    const again = await call(await as(refreshed), "delete_foo", withToken);
    expect(again._meta).toMatchObject({ "holdpoint/replayed": true });
    expect(foos.deleted).toEqual([1]);
  });

  test.each<[string, AuthInfo]>([
    ["a client without a subject", authInfo(undefined)],
    ["an empty subject", authInfo("")],
    ["a subject that is no text", authInfo(7)],
    ["a subject without a client", authInfo("alice", "")],
  ])("is nobody for %s, and the call is refused", async (_, auth) => {
    const { as, foos } = setup();
    expect(envelopeOf(await call(await as(auth), "delete_foo", { id: 1 }))).toMatchObject(
      refusedFor("requester_missing"),
    );
    expect(foos.previews).toBe(0);
  });

  test("is nobody on a transport that proves no identity, and the call is refused", async () => {
    const { build, foos } = setup();
    const client = await anonymousClient(build());
    expect(envelopeOf(await call(client, "delete_foo", { id: 1 }))).toMatchObject(refusedFor("requester_missing"));
    expect(foos.previews).toBe(0);
  });

  test("is not taken from the arguments", async () => {
    const { build } = setup();
    const args = { id: 1, requester: { tokenId: "alice" }, authInfo: authInfo("alice") };
    const refused = await call(await anonymousClient(build()), "delete_foo", args);
    expect(envelopeOf(refused)).toMatchObject(refusedFor("requester_missing"));
  });
});

describe("a resolver of one's own", () => {
  test("decides alone, from the SDK's extra", async () => {
    const { as, requesters } = setup({
      requester: (extra) => ({ tokenId: `tok_${extra.authInfo?.token}`, process: String(extra.sessionId) }),
    });
    await call(await as(authInfo(undefined)), "delete_foo", { id: 1 });
    expect(requesters()).toEqual([{ tokenId: "tok_secret", process: "undefined" }]);
  });

  test("may take its time", async () => {
    const { build, requesters } = setup({ requester: async () => ({ tokenId: "t1" }) });
    await call(await anonymousClient(build()), "delete_foo", { id: 1 });
    expect(requesters()).toEqual([{ tokenId: "t1" }]);
  });

  test("that knows nobody refuses, although the transport proves somebody", async () => {
    const { as } = setup({ requester: () => undefined });
    const refused = await call(await as(authInfo("alice")), "delete_foo", { id: 1 });
    expect(envelopeOf(refused)).toMatchObject(refusedFor("requester_missing"));
  });

  test.each<[string, Identify["requester"]]>([
    ["throws", () => fail("the user directory is down")],
    ["rejects", async () => fail("the user directory is down")],
  ])("that %s refuses both calls, executes nothing, and tells onerror why but not the client", async (_, broken) => {
    let requester: Identify["requester"] = () => ({ tokenId: "t1" });
    const { build, foos } = setup({ requester: (extra) => requester?.(extra) });
    const server = build();
    const errors: Error[] = [];
    server.server.onerror = (error) => errors.push(error);
    const client = await anonymousClient(server);
    const confirm_token = tokenOf(await call(client, "delete_foo", { id: 1 }));

    requester = broken;
    for (const args of [{ id: 1 }, { id: 1, confirm_token }]) {
      const refused = await call(client, "delete_foo", args);
      expect(envelopeOf(refused)).toMatchObject(refusedFor("requester_missing"));
      expect(JSON.stringify(refused)).not.toContain("directory");
    }
    expect(foos.deleted).toEqual([]);
    expect(errors.map((error) => (error.cause as Error).message)).toEqual(Array(2).fill("the user directory is down"));

    requester = () => ({ tokenId: "t1" });
    expect(envelopeOf(await call(client, "delete_foo", { id: 1, confirm_token })).status).toBe("ok");
  });
});

function fail(message: string): never {
  throw new Error(message);
}
