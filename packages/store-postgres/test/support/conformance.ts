import { storeConformance } from "@holdpoint/tier2-store-testkit";
import { type PostgresStoreOptions, postgresStore } from "../../src/index.js";
import type { Opened } from "./clients.js";

/** The whole suite, each check in a schema of its own. */
export function conformanceOn(
  name: string,
  open: () => Promise<Opened>,
  { keepsOpen = false, ...options }: Partial<PostgresStoreOptions> & { keepsOpen?: boolean } = {},
): void {
  storeConformance(`the Postgres store on ${name}`, async () => {
    const { client, schema, run, end } = await open();
    return {
      store: postgresStore({ client, schema, ...options }),
      // As a failover would: what stands was written under another history. Real ones: history.test.ts, promotion.test.ts.
      changeHistory: async () => {
        await run(`UPDATE "${schema}".record SET history = 'before ' || history`);
      },
      goAway: end,
      close: keepsOpen ? async () => {} : end,
    };
  });
}
