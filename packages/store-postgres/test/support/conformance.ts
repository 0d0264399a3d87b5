import { storeConformance } from "@holdpoint/tier2-store-testkit";
import { postgresStore } from "../../src/index.js";
import type { Opened } from "./clients.js";

/** The whole suite on one client and schema, emptied before each check; a client that a check has ended is made anew. */
export function conformanceOn(name: string, open: () => Promise<Opened>, options: { prepare?: boolean } = {}): void {
  let current: Promise<Opened> | undefined;
  storeConformance(`the Postgres store on ${name}`, async () => {
    current ??= open();
    const { client, schema, run, end } = await current;
    await run(`TRUNCATE "${schema}".record`);
    return {
      store: postgresStore({ client, schema, ...options }),
      // As a failover would: what stands was written under another history. Real ones: history.test.ts, promotion.test.ts.
      changeHistory: async () => {
        await run(`UPDATE "${schema}".record SET history = 'before ' || history`);
      },
      goAway: async () => {
        current = undefined;
        await end();
      },
    };
  });
}
