import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const home = path.join(import.meta.dirname, "../..");

/**
 * The processes that tests start import the built package, so that it is built first: they must not test what was built
 * some time ago. Takes a moment if nothing has changed.
 */
export default function buildFirst(): void {
  const require = createRequire(import.meta.url);
  const compiler = path.join(path.dirname(require.resolve("typescript/package.json")), "bin/tsc");
  const run = (...args: readonly string[]) => execFileSync(process.execPath, args, { cwd: home, stdio: "inherit" });
  run("../../scripts/inline-texts.mjs");
  run(compiler, "-b");
}
