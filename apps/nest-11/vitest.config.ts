import fs from "node:fs";
import { shared } from "../../vitest.shared.ts";

// A name is looked up from the folder of the file that imports it: a copy here finds the Nest installed here.
const from = new URL("../../packages/nest/", import.meta.url);
const to = new URL("copied/", import.meta.url);
fs.rmSync(to, { recursive: true, force: true });
for (const part of ["README.md", "src", "test"]) fs.cpSync(new URL(part, from), new URL(part, to), { recursive: true });
for (const part of ["package.json", "dist"]) {
  fs.cpSync(new URL(part, from), new URL(`node_modules/@holdpoint/tier2-nest/${part}`, to), { recursive: true });
}

export default shared({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: { include: ["test/**/*.test.ts", "copied/test/**/*.test.ts"], exclude: ["copied/test/openapi.test.ts"] },
});
