// Type-checks every ```ts block of the READMEs against the built packages. A block is a module of its own;
// ```ts continued carries on where the block before it ended, ```ts nocheck is left out.
// Each block is written at the line it has in its README, so that the compiler's positions are the README's.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { members, root } from "./lib/members.mjs";

const home = path.join(root, "apps/snippets");
const out = path.join(home, "readme");

/** @returns {{ firstLine: number, lines: string[] }[]} firstLine counts from 1 */
function blocks(markdown) {
  const found = [];
  let open; // the block being read
  let fence; // what ends it
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    const [, marks, info] = line.match(/^\s*(`{3,}|~{3,})\s*(.*)$/) ?? [];
    if (fence) {
      if (marks && info === "" && marks.startsWith(fence)) fence = open = undefined;
      else open?.lines.push(line);
    } else if (marks) {
      fence = marks;
      const [language, ...words] = info.split(/\s+/);
      if (!["ts", "typescript"].includes(language) || words.includes("nocheck")) continue;
      const previous = words.includes("continued") ? found.at(-1) : undefined;
      open = previous ?? { firstLine: index + 2, lines: [] };
      if (previous) while (open.firstLine + open.lines.length < index + 2) open.lines.push("");
      else found.push(open);
    }
  }
  return found;
}

const readmes = [root, ...members().flatMap(({ dir }) => (dir.includes(`${path.sep}packages${path.sep}`) ? dir : []))]
  .map((dir) => path.join(dir, "README.md"))
  .filter((file) => fs.existsSync(file));

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
const readmeOf = new Map();
for (const readme of readmes) {
  const name = path.relative(root, readme);
  for (const { firstLine, lines } of blocks(fs.readFileSync(readme, "utf8"))) {
    const file = `${name.replaceAll(path.sep, "-").replace(/\.md$/, "")}-${firstLine}.ts`;
    readmeOf.set(file, name);
    // `export {}` makes a block without imports a module too; on the last line it moves no position.
    fs.writeFileSync(path.join(out, file), `${"\n".repeat(firstLine - 1)}${lines.join("\n")}\nexport {};\n`);
  }
}
if (readmeOf.size === 0) {
  console.log("no ts blocks in the READMEs");
  process.exit();
}
fs.writeFileSync(path.join(out, "tsconfig.json"), JSON.stringify({ extends: "../tsconfig.json", include: ["*.ts"] }));

const tsc = spawnSync("pnpm", ["exec", "tsc", "-p", "readme", "--pretty", "false"], {
  cwd: home,
  encoding: "utf8",
  shell: process.platform === "win32",
});
if (tsc.error !== undefined) {
  console.error(
    `pnpm could not be started (${tsc.error.message}). Run this through \`pnpm check\`, which brings its own.`,
  );
  process.exit(1);
}
const where = /^readme[/\\]([^(]+)\((\d+),(\d+)\)/gm;
process.stdout.write(tsc.stdout.replace(where, (_, file, line, column) => `${readmeOf.get(file)}:${line}:${column}`));
process.stderr.write(tsc.stderr);
if (tsc.status === 0) console.log(`${readmeOf.size} ts blocks compile`);
process.exitCode = tsc.status ?? 1;
