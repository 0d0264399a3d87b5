import { defineConfig } from "vitest/config";

/** For suites that another test runs in a process of its own, because some of their tests must fail. */
export default defineConfig({ test: { include: ["*.suite.ts"], root: import.meta.dirname, reporters: ["json"] } });
