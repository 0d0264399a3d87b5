import { PGlite } from "@electric-sql/pglite";
import { migrate, postgresStore } from "@holdpoint/tier2-store-postgres";
import type { OpenedStore } from "./open-store.js";
import type { StorePlan } from "./plan.js";

type PglitePlan = Extract<StorePlan, { readonly kind: "pglite" }>;

export async function openPglite(
  { folder }: PglitePlan,
  options: { readonly history?: "unchecked" },
): Promise<OpenedStore> {
  const client = await PGlite.create(folder);
  await migrate({ client });
  return { store: postgresStore({ client, ...options }) };
}
