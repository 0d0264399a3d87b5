import { describe, expect, test } from "vitest";
import { answerOf, guarded } from "./foos.js";
import { expresses } from "./server.js";

const alice = { "x-token-id": "alice" };
const json = { ...alice, "content-type": "application/json" };

describe.each(expresses)("on Express $version", ({ express }) => {
  test("a JSON body that nobody parsed is an error for the app, not a call without arguments", async () => {
    const stream = () => new Blob([JSON.stringify({ id: 7 })]).stream();
    for (const body of [JSON.stringify({ id: 7 }), stream()]) {
      for (const options of [{}, { params: () => ({ id: 7 }) }]) {
        const { url, errors } = await guarded({ express, before: [], options });
        const init = {
          method: "POST",
          headers: json,
          body: typeof body === "string" ? body : stream(),
          duplex: "half",
        };
        const res = await fetch(`${url}/delete_foo`, init as RequestInit);
        expect(res.status).toBe(500);
        expect(errors).toEqual([
          expect.objectContaining({
            name: "Tier2Error",
            code: "body_not_parsed",
            message: expect.stringContaining("express.json()"),
          }),
        ]);
      }
    }
  });

  test.each(["application/json; charset=utf-8", "Application/JSON"])(
    "JSON is known by its media type alone: %s",
    async (type) => {
      const { url, errors } = await guarded({ express, before: [] });
      await fetch(`${url}/delete_foo`, { method: "POST", headers: { ...alice, "content-type": type }, body: "{}" });
      expect(errors).toEqual([expect.objectContaining({ code: "body_not_parsed" })]);
    },
  );

  test("a body that the platform parsed before Express counts as read", async () => {
    const { url } = await guarded({
      express,
      before: [
        (req, _res, next) => {
          req.body = { id: 7 };
          next();
        },
      ],
    });
    const res = await fetch(`${url}/delete_foo`, { method: "POST", headers: json, body: JSON.stringify({ id: 7 }) });
    expect(res.status).toBe(428);
  });

  test("a parser that leaves JSON out counts as none", async () => {
    const { url, errors } = await guarded({ express, before: [express.urlencoded({ extended: false })] });
    await fetch(`${url}/delete_foo`, { method: "POST", headers: json, body: JSON.stringify({ id: 7 }) });
    expect(errors).toEqual([expect.objectContaining({ code: "body_not_parsed" })]);
  });

  test("a request without a body needs no parser", async () => {
    const options = { params: () => ({ id: 7 }) };
    const { url, errors } = await guarded({ express, before: [], options });
    for (const method of ["GET", "DELETE", "POST"]) {
      expect((await fetch(`${url}/delete_foo`, { method, headers: alice })).status).toBe(428);
    }
    expect(errors).toEqual([]);
  });

  test.each([
    ["text/plain", "text/plain"],
    ["text/plain;charset=UTF-8", "text/plain"],
    ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
    ["application/merge-patch+json", "application/merge-patch+json"],
    [undefined, "no Content-Type"],
  ])("a body of a type that is not read here is refused and says so: %s", async (type, named) => {
    for (const options of [{}, { params: () => ({ id: 7 }) }]) {
      const { url, errors } = await guarded({ express, options });
      const answer = await answerOf(
        await fetch(`${url}/delete_foo`, {
          method: "POST",
          headers: { ...alice, ...(type !== undefined && { "content-type": type }) },
          body: new TextEncoder().encode('{"id":7,"confirm_token":"cfm_x"}'),
        }),
      );
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ status: "rejected", reason: "invalid_params" });
      expect(answer.body.error).toContain(named);
      expect(answer.body.error).toContain("send JSON with Content-Type: application/json");
      expect(errors).toEqual([]);
    }
  });

  test("a type that the app does parse is read like JSON", async () => {
    const options = { params: (req: { body: { id: string } }) => ({ id: Number(req.body.id) }) };
    const { url } = await guarded({ express, before: [express.urlencoded({ extended: false })], options });
    const form = async (fields: Record<string, string>) =>
      answerOf(await fetch(`${url}/delete_foo`, { method: "POST", headers: alice, body: new URLSearchParams(fields) }));
    const { confirm_token } = (await form({ id: "7" })).body;
    expect((await form({ id: "7", confirm_token: String(confirm_token) })).status).toBe(200);
  });

  test.each([
    ["an array", [express.json()], "[7]", "application/json"],
    ["null", [express.json({ strict: false })], "null", "application/json"],
    ["a number", [express.json({ strict: false })], "7", "application/json"],
    ["text", [express.text()], "7", "text/plain"],
    ["bytes", [express.raw()], "7", "application/octet-stream"],
  ])("a body that is no object is refused: %s", async (_kind, before, body, type) => {
    const { url } = await guarded({ express, before });
    const headers = { ...alice, "content-type": type };
    const answer = await answerOf(await fetch(`${url}/delete_foo`, { method: "POST", headers, body }));
    expect([answer.status, answer.body.reason]).toEqual([400, "invalid_params"]);
    expect(answer.body.error).toBe("Invalid arguments: the body must be a JSON object.");
  });

  test("an empty object that was parsed is read as such, in one piece or in chunks", async () => {
    const options = { params: () => ({ id: 7 }) };
    for (const body of ["{}", new Blob([""]).stream(), new Blob(["{}"]).stream()]) {
      const { url } = await guarded({ express, options });
      const init = { method: "POST", headers: json, body, duplex: "half" } as RequestInit;
      expect((await fetch(`${url}/delete_foo`, init)).status).toBe(428);
    }
  });
});
