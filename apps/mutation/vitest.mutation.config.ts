import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The tests of core and of the engine in one run, all on core's sources, which are what is mutated. */
export default defineConfig({
  root: at(""),
  resolve: {
    alias: [
      { find: /^@holdpoint\/tier2-core$/, replacement: at("packages/core/src/index.ts") },
      { find: "#platform", replacement: at("packages/core/src/platform.ts") },
      { find: /^@holdpoint\/tier2-store-memory$/, replacement: at("packages/store-memory/src/index.ts") },
    ],
  },
  test: {
    include: (process.env.MUTATION_TESTS ?? "packages/core/test/**/*.test.ts").split(","),
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    bail: 1,
  },
});
