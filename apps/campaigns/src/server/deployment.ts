import { createTier2, type Tier2Engine, type Tier2Options, type Tier2Tool } from "@holdpoint/tier2-core";
import type { Database } from "../database/database.js";
import { mayTouch } from "../policies/environment-access.js";
import { policies } from "../policies/policies.js";
import type { PasswordVault } from "../secrets/password-vault.js";
import { tier1Tools, tier2Tools } from "../tools/campaign-tools.js";
import type { PublicAddress } from "../tools/public-address.js";
import type { Tier1Tool } from "../tools/tier1/tier1-tool.js";

/** Part of every confirm token's binding, so the same for MCP, HTTP and every process. */
export const serverName = "campaigns";

/** The tools and the one engine that guards them, however they are served. */
export interface Deployment {
  readonly tier1: readonly Tier1Tool[];
  readonly tier2: readonly Tier2Tool[];
  readonly engine: Tier2Engine;
  readonly database: Database;
  /** Whoever serves the deployment over HTTP puts the address here. */
  readonly address: PublicAddress;
}

export interface DeploymentParts {
  database: Database;
  vault: PasswordVault;
  engine?: Partial<Omit<Tier2Options, "store" | "server">> | undefined;
}

export function deployment({ database, vault, engine }: DeploymentParts): Deployment {
  const address: PublicAddress = { url: undefined };
  const tier2 = [...tier2Tools(database, vault, address), ...(engine?.tools ?? [])];
  return {
    database,
    address,
    tier1: tier1Tools(database),
    tier2,
    engine: createTier2({
      server: serverName,
      policies,
      authorize: mayTouch,
      ...engine,
      store: database.store,
      tools: tier2,
    }),
  };
}
