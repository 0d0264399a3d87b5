import { anyPostgres } from "@holdpoint/test-servers";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One server for all files that have no need to crash it; each works in schemas of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await anyPostgres();
  project.provide("databaseUrl", server.url);
  return () => server.close();
}
