import fs from "node:fs";
import type { INestApplication, Type } from "@nestjs/common";
import { expect, test } from "vitest";
import { curlsOf, isShown } from "./support/curl.js";

const readme = fs.readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = ""]) => block);

/** A ts block of the README, as a file beside the tests. */
async function example<Exports>(index: number): Promise<Exports> {
  const file = new URL(`./readme-example-${index}.ts`, import.meta.url);
  fs.writeFileSync(file, blocks[index] ?? "");
  try {
    return await import(file.pathname);
  } finally {
    fs.rmSync(file);
  }
}

test("what the README says to copy is a guarded route, which answers curl as it shows", async () => {
  const { AppModule } = await example<{ AppModule: Type }>(0);
  const { start } = await example<{ start(module: Type): Promise<INestApplication> }>(1);
  process.env.PORT = "0";
  const app = await start(AppModule);
  const { port } = app.getHttpServer().address();
  const curls = curlsOf(readme);
  expect(curls.length).toBeGreaterThan(3);
  let token = "";
  for (const { url, init, shows } of curls) {
    const headers = (init.headers as [string, string][]).map(([name, value]) => [name, value.replace("cfm_…", token)]);
    const address = url.replace("localhost:3000", `http://127.0.0.1:${port}`);
    const answer = await (await fetch(address, { ...init, headers: headers as [string, string][] })).text();
    expect(isShown(shows, answer), `${shows}\n${answer}`).toBe(true);
    token ||= JSON.parse(answer).confirm_token;
  }
  const unknown = await fetch(`http://127.0.0.1:${port}/foos/7`, { method: "DELETE" });
  expect(unknown.status).toBe(403);
  await app.close();
});

test("the guard is less than ten lines of it", () => {
  const [code = ""] = blocks;
  const [, preview = ""] = code.match(/^( {2}previewRemove[\s\S]*?^ {2}})$/m) ?? [];
  const guard = /Tier2|memoryStore|requester|switchToHttp/;
  const others = code
    .replace(preview, "")
    .split("\n")
    .filter((line) => !line.trim().startsWith("//") && guard.test(line));
  expect(preview.split("\n").length).toBe(3);
  expect(others.length + 3).toBeLessThan(10);
});

test("what is shown is compared: another answer is not it", () => {
  expect(isShown('{"a":"…","b":[1]}', '{"a":"x.y","b":[1]}')).toBe(true);
  for (const other of ['{"a":"","b":[1]}', '{"a":"x","b":[2]}', ' {"a":"x","b":[1]}']) {
    expect(isShown('{"a":"…","b":[1]}', other)).toBe(false);
  }
});
