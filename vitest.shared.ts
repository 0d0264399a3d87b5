import { defineConfig, type ViteUserConfig } from "vitest/config";

/** What every package's vitest.config.ts starts from. The JSON report is what scripts/count.mjs adds up. */
export function shared(overrides: ViteUserConfig = {}): ViteUserConfig {
  return defineConfig({
    ...overrides,
    test: {
      include: ["test/**/*.test.ts"],
      environment: "node",
      testTimeout: 120_000, // for busy machines: no test judges a speed
      hookTimeout: 120_000,
      reporters: ["default", ["json", { outputFile: ".results/vitest.json" }]],
      ...overrides.test,
    },
  });
}
