import fs from "node:fs";
import type { Type } from "@nestjs/common";
import { expect, test } from "vitest";
import { appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";

/** The first ts block of the README, as a file beside the tests. */
async function firstExample(): Promise<{ AppModule: Type }> {
  const readme = fs.readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, example = ""] = readme.match(/```ts\n([\s\S]*?)```/) ?? [];
  const file = new URL("./readme-example.ts", import.meta.url);
  fs.writeFileSync(file, example);
  try {
    return await import(file.pathname);
  } finally {
    fs.rmSync(file);
  }
}

test("what the README says to copy is a guarded route", async () => {
  const { AppModule } = await firstExample();
  const app = await appOf({ imports: [AppModule] });
  app.use((request: { user?: object }, _response: unknown, next: () => void) => {
    request.user = { tokenId: "alice" };
    next();
  });
  const url = await serve(app);
  const first = await send(`${url}/foos/7`);
  expect(first.status).toBe(428);
  expect(first.body.summary).toBe("Will delete foo 'Alpha'");
  const { confirm_token } = first.body;
  const second = await send(`${url}/foos/7`, { body: { confirm_token } });
  expect([second.status, second.body]).toEqual([200, { found: true }]);
  expect((await send(`${url}/foos/7`, { body: { confirm_token } })).text).toBe(second.text);
});

test("the guard is less than ten lines of it", () => {
  const readme = fs.readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, example = ""] = readme.match(/```ts\n([\s\S]*?)```/) ?? [];
  const [, preview = ""] = example.match(/^( {2}previewRemove[\s\S]*?^ {2}})$/m) ?? [];
  const guard = /Tier2|memoryStore|requester|switchToHttp/;
  const others = example
    .replace(preview, "")
    .split("\n")
    .filter((line) => !line.startsWith("//") && guard.test(line));
  expect(preview.split("\n").length).toBe(3);
  expect(others.length + 3).toBeLessThan(10);
});
