import type { Store, TransactionalStore } from "@holdpoint/tier2-core";
import type { WorkerPlan } from "./plan.js";

export interface OpenedStore {
  readonly store: Store;
  /** Postgres alone: where effects are written that share a transaction with their token, or do not. */
  readonly sql?: { readonly transactional: TransactionalStore<Queries>; readonly outside: Queries };
}

export interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Loads only what this store needs: thousands of workers start, to be killed. */
export async function openStore({ store: where, guardOff }: WorkerPlan): Promise<OpenedStore> {
  const options =
    guardOff === "history" || guardOff === "history and warnings" ? ({ history: "unchecked" } as const) : {};
  switch (where.kind) {
    case "memory": {
      const { memoryStore } = await import("@holdpoint/tier2-store-memory");
      return { store: memoryStore() };
    }
    case "postgres":
      return (await import("./open-postgres.js")).openPostgres(where, {
        ...options,
        hearsWarnings: guardOff !== "history and warnings",
      });
    case "pglite":
      return (await import("./open-pglite.js")).openPglite(where, options);
    case "redis":
    case "redis cluster":
    case "redis sentinel":
      return (await import("./open-redis.js")).openRedis(where, options);
  }
}
