import fs from "node:fs";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

/** What no test caught makes Vitest fail and is in no JSON report: it is told beside it, for scripts/count.mjs. */
const uncaught: Reporter = {
  onTestRunEnd(_modules, errors) {
    fs.mkdirSync(".results", { recursive: true });
    const told = errors.map(({ message, stack }) => `${message}\n${stack ?? ""}`);
    fs.writeFileSync(".results/uncaught.json", JSON.stringify(told));
  },
};

/** What every package's vitest.config.ts starts from. The JSON report is what scripts/count.mjs adds up. */
export function shared(overrides: ViteUserConfig = {}): ViteUserConfig {
  return defineConfig({
    ...overrides,
    test: {
      include: ["test/**/*.test.ts"],
      environment: "node",
      testTimeout: 120_000, // for busy machines: no test judges a speed
      hookTimeout: 120_000,
      reporters: ["default", ["json", { outputFile: ".results/vitest.json" }], uncaught],
      ...overrides.test,
    },
  });
}
