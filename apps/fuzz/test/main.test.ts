import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** The command as a process of its own. */
function fuzz(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number, said }));
  return { child, ended };
}

test("the command prints its seed, tries its targets and ends with 0", async () => {
  const { code, said } = await fuzz("--inputs", "40", "--only", "canonical-json", "--only", "args-pairs").ended;
  expect(said).toMatch(/^seed \d+, 40 inputs, 2 targets/);
  for (const name of ["canonical-json", "args-pairs"]) expect(said).toContain(`${name}: 40 inputs`);
  expect(said).toContain("every claim held");
  expect(code).toBe(0);
});

test("--help tells the options and the targets", async () => {
  const { code, said } = await fuzz("--help").ended;
  for (const word of ["--inputs", "--seed", "--minutes", "--only", "canonical-json"]) expect(said).toContain(word);
  expect(code).toBe(0);
});

test("options that make no sense end it with 2", async () => {
  expect(await fuzz("--inputs", "none").ended).toEqual({ code: 2, said: expect.stringContaining("--inputs") });
});

test("Ctrl-C ends it with 130, and it says how far it came", async () => {
  const { child, ended } = fuzz("--only", "args-pairs", "--seed", "1");
  await once(child.stdout, "data");
  child.kill("SIGINT");
  const { code, said } = await ended;
  expect(said).toMatch(/args-pairs: stopped after \d+ inputs/);
  expect(code).toBe(130);
});
