import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type PartName, parts } from "./parts.js";
import { type Score, scoreOf } from "./score.js";

const root = path.resolve(import.meta.dirname, "../../..");

export interface Mutating {
  readonly files: readonly string[];
  readonly concurrency: number;
}

/** Runs each change of one part against its tests, in a copy of the tree. */
export async function mutate(name: PartName, { files, concurrency }: Mutating): Promise<Score> {
  const part = parts[name];
  process.chdir(root);
  process.env.MUTATION_TESTS = part.tests.join(","); // vitest.mutation.config.ts reads it
  const results = await new Stryker({
    mutate: files.length === 0 ? [...part.files] : [...files],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"].map((plugin) => import.meta.resolve(plugin)),
    vitest: { configFile: "apps/mutation/vitest.mutation.config.ts", related: false },
    coverageAnalysis: "perTest",
    reporters: process.stderr.isTTY ? ["progress"] : ["progress-append-only"],
    tempDirName: ".stryker",
    // Only what the tests of core and of the engine need is copied.
    ignorePatterns: [
      "**",
      ...["packages/core/**", "packages/store-memory/**", "apps/mutation/**", "*.json", "vitest.shared.ts"].map(
        (kept) => `!${kept}`,
      ),
      "**/node_modules",
      "**/dist",
    ],
    disableTypeChecks: false,
    concurrency,
    timeoutMS: 20_000,
    timeoutFactor: 3,
    ignoreStatic: false,
    allowConsoleColors: false,
    thresholds: { high: 100, low: 95, break: null },
  }).runMutationTest();
  return scoreOf(results, root);
}
