import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = path.join(here, "compiled");
const lines = fs.readFileSync(path.join(here, "fixtures/mistakes.ts.txt"), "utf8").split("\n");
const errors = new Map<number, string>();

beforeAll(() => {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "mistakes.ts"), lines.join("\n"));
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2022", types: [], strict: true, skipLibCheck: true },
    ...{ experimentalDecorators: true, emitDecoratorMetadata: true, declaration: true, rootDir: ".", outDir: "out" },
  };
  fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
  const tsc = path.join(path.dirname(typescript), "bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { encoding: "utf8" });
  let at = 0;
  for (const line of stdout.split(/\r?\n/)) {
    const [, number, message] = line.match(/^[^\s(][^(]*\((\d+),\d+\): error (.*)$/) ?? [];
    if (number !== undefined) at = Number(number);
    errors.set(at, `${errors.get(at) ?? ""}${message ?? line}\n`);
  }
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A decorator, by the number of its line, and the comment before it. */
const said = lines.flatMap((line, index): [number, string][] =>
  line.trim().startsWith("@Tier2") && lines[index - 1]?.trim().startsWith("//")
    ? [[index + 1, lines[index - 1]?.trim().slice(3) ?? ""]]
    : [],
);

test.each(said)("line %i: the compiler begins with: %s", (line, mistake) => {
  const [first, second] = (errors.get(line) ?? "").split("\n");
  // That a decorator, or an argument, does not fit is the compiler's own headline; what follows at once is why.
  const headline = /^TS\d+: (?:Unable to resolve signature of \w+ decorator|Argument of type)/;
  expect(headline.test(first ?? "") ? second : first).toContain(mistake);
  expect(errors.get(line)).not.toContain("overload");
});

test("nothing else is an error: what fits, alone, among others, composed, and in the types of decorators made of it", () => {
  const mistakes = new Set(said.map(([line]) => line));
  expect([...errors].filter(([line, text]) => !mistakes.has(line) && text.trim() !== "")).toEqual([]);
  expect(mistakes.size).toBeGreaterThan(12);
});
