import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Params, readParams } from "../../src/engine/read-params.js";
import { defineTier2Tool, definitionOf } from "../../src/tool/define-tool.js";

const read = (input: z.ZodType, args: object, secrets?: string[], strict = true) => {
  const tool = defineTier2Tool({
    name: "add_server",
    input,
    ...(secrets && { secrets: secrets as never }),
    preview: () => ({ summary: "s", preview: {} }),
    execute: () => ({ message: "m" }),
  });
  return readParams(definitionOf(tool), args, { strict, nowMs: 0 });
};
const Login = z.object({ host: z.string(), password: z.string().meta({ writeOnly: true }) });
const sent = { host: "mail", password: "Hunter2!" };
const invalid = expect.objectContaining({
  code: "invalid_setup",
  message: expect.stringMatching(/^Tool "add_server": its input schema (moves the secret "password"|copies a secret)/),
});

describe("a schema that takes a secret to where no path leads is a mistake in the tool, and shows nothing of it:", () => {
  test.each<[string, z.ZodType]>([
    ["moved", Login.transform(({ host, password }) => ({ host, auth: { pw: password } }))],
    ["moved and changed", Login.transform(({ host, password }) => ({ host, auth: btoa(password) }))],
    ["dropped, for all that anybody can tell", Login.transform(({ host }) => ({ host }))],
    ["emptied", Login.transform(({ password }) => ({ password: "", pw: password.split("") }))],
    ["copied", Login.transform((login) => ({ ...login, copy: { pw: login.password } }))],
    ["copied into a text", Login.transform((login) => ({ ...login, url: `smtp://u:${login.password}@mail` }))],
    ["copied into a name", Login.transform((login) => ({ ...login, [login.password]: 1 }))],
    ["copied as the schema left it", Login.transform((l) => ({ ...l, password: "x", pw: l.password }))],
    [
      "copied after a change that the path kept",
      Login.transform((l) => ({ ...l, password: l.password.toLowerCase(), pw: l.password.toLowerCase() })),
    ],
  ])("%s", async (_how, schema) => {
    for (const strict of [true, false]) {
      const reading = read(schema, sent, undefined, strict);
      await expect(reading).rejects.toEqual(invalid);
      await expect(reading).rejects.not.toThrow(/hunter2/i);
    }
    await expect(read(schema, sent, ["password"])).rejects.toEqual(invalid);
  });

  test("also if it is neither text nor number", async () => {
    const input = z.object({ password: z.boolean() }).transform(({ password }) => ({ pw: password }));
    await expect(read(input, { password: true }, ["password"])).rejects.toEqual(invalid);
  });
});

describe("a schema may", () => {
  test("change a secret where it stands, which is hidden as it was sent and as it is", async () => {
    const input = z.object({ password: z.string().trim().toLowerCase(), note: z.string() });
    const { redact, shown } = (await read(input, { password: " HUNTER2!", note: "n" }, ["password"])) as Params;
    expect(redact.text("HUNTER2! hunter2!")).toBe("HUNTER2! [secret]");
    expect(redact.text(" HUNTER2!")).toBe("[secret]");
    expect(shown).toEqual({ note: "n" });
  });

  test("leave out a secret that says nothing", async () => {
    const input = z
      .object({ password: z.string().nullish() })
      .transform(({ password }) => (password ? { password } : {}));
    for (const password of [null, ""])
      expect(await read(input, { password }, ["password"])).toMatchObject({ shown: {} });
  });

  test("keep what the caller itself repeats in another argument, as it was sent", async () => {
    const args = { host: "Hunter2!", password: "Hunter2!" };
    expect(await read(Login, args)).toMatchObject({ shown: { host: "Hunter2!" } });
  });

  test("move what is not secret", async () => {
    const input = Login.transform(({ host, password }) => ({ at: { host }, password }));
    expect(await read(input, sent)).toMatchObject({ shown: { at: { host: "mail" } } });
  });
});
