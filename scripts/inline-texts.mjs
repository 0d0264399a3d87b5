// Puts every .lua and .sql file of a member's src beside itself as a module (`swap.lua` → `swap.lua.ts`, not kept in
// git), so that the published package has no files to look for at run time. Part of the member's build script.
import fs from "node:fs";
import path from "node:path";

const src = path.join(process.cwd(), "src");
for (const entry of fs.readdirSync(src, { recursive: true, encoding: "utf8" }).sort()) {
  if (!/\.(lua|sql)$/.test(entry)) continue;
  const file = path.join(src, entry);
  const made =
    `// Made from ${path.basename(entry)} by scripts/inline-texts.mjs.\n` +
    `export const text: string = ${JSON.stringify(fs.readFileSync(file, "utf8"))};\n`;
  const target = `${file}.ts`;
  if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== made) fs.writeFileSync(target, made);
}
