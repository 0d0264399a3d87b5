/** What can be mutated by itself: the files of core, and the tests that are to notice. */
export interface Part {
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** Of a folder of core, the tests that lie in the folder of the same name: a rule's own tests are to notice. */
const own = (...folders: string[]): Part => ({
  files: folders.map((folder) => `packages/core/src/${folder}/**/*.ts`),
  tests: folders.map((folder) => `packages/core/test/${folder}/**/*.test.ts`),
});

export const parts = {
  machine: own("confirmation"),
  canonical: own("params"),
  policy: own("policy"),
  approval: own("approval"),
  rest: own("classification", "duplicates", "elicitation", "listing", "tool", "wire"),
  engine: {
    files: ["packages/core/src/engine/**/*.ts"],
    tests: ["packages/core/test/engine/**/*.test.ts", "packages/store-memory/test/engine/**/*.test.ts"],
  },
  "store-memory": { files: ["packages/store-memory/src/**/*.ts"], tests: ["packages/store-memory/test/*.test.ts"] },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];
