import type { Tier2Event } from "@holdpoint/tier2-core";
import type { OpenDatabase } from "../database/database.js";
import { openDatabase } from "../database/open-database.js";
import { openServerDatabase } from "../database/open-server-database.js";
import { passwordVault } from "../secrets/password-vault.js";
import { secretKey } from "../secrets/secret-key.js";
import { CannotStart } from "./cannot-start.js";
import { type Deployment, deployment } from "./deployment.js";
import { logEvent } from "./log-event.js";
import { openAudit } from "./open-audit.js";
import { openStoredDatabase } from "./open-stored-database.js";
import type { Options } from "./read-options.js";

const keyNeeded = `SMTP passwords are kept across restarts here, so they need a key that stays the same: set CAMPAIGNS_SECRET_KEY
to 32 random bytes in base64, and keep them. Without them the stored passwords cannot be read. To make them:

  export CAMPAIGNS_SECRET_KEY=$(node -p 'crypto.randomBytes(32).toString("base64")')`;

/**
 * The example's deployment with its database and its log. `close` lets running operations end before the database goes.
 * @throws CannotStart
 */
export async function openDeployment({
  place,
  audit: folder,
}: Pick<Options, "place" | "audit">): Promise<Deployment & { close(): Promise<void> }> {
  const key = readKey();
  if (place.kind !== "memory" && key.source === "generated") throw new CannotStart(keyNeeded);
  console.error("Opening the database …");
  const database = await open(place);
  const audit = await openAudit({ place, folder, database, key: key.key });
  console.error(`The audit log: ${audit.where}`);
  const onEvent = (event: Tier2Event) => {
    logEvent(event);
    audit.log.onEvent(event);
  };
  const vault = passwordVault(key.key);
  const deployed = deployment({ database, vault, engine: { journal: audit.log.journal, onEvent } });
  return {
    ...deployed,
    async close() {
      await deployed.engine.close();
      await audit.close();
      await database.close();
    },
  };
}

function open(place: Options["place"]): Promise<OpenDatabase> {
  switch (place.kind) {
    case "memory":
      return openDatabase();
    case "folder":
      return openStoredDatabase(place.folder);
    case "server":
      return openServerDatabase(place).catch((error: unknown) => {
        throw new CannotStart(`The database of DATABASE_URL cannot be used: ${(error as Error).message}`);
      });
  }
}

function readKey() {
  try {
    return secretKey();
  } catch (error) {
    throw new CannotStart((error as Error).message);
  }
}
