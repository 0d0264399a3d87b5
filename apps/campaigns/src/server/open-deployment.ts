import { openDatabase } from "../database/open-database.js";
import { passwordVault } from "../secrets/password-vault.js";
import { secretKey } from "../secrets/secret-key.js";
import { CannotStart } from "./cannot-start.js";
import { type Deployment, deployment } from "./deployment.js";
import { logEvent } from "./log-event.js";
import { openStoredDatabase } from "./open-stored-database.js";

const keyNeeded = `--data keeps SMTP passwords across restarts, so it needs a key that stays the same: set CAMPAIGNS_SECRET_KEY
to 32 random bytes in base64, and keep them. Without them the stored passwords cannot be read. To make them:

  export CAMPAIGNS_SECRET_KEY=$(node -p 'crypto.randomBytes(32).toString("base64")')`;

/**
 * The example's deployment with its database. `close` lets running operations end before the database goes.
 * @throws CannotStart
 */
export async function openDeployment(dataFolder?: string): Promise<Deployment & { close(): Promise<void> }> {
  const key = readKey();
  if (dataFolder !== undefined && key.source === "generated") throw new CannotStart(keyNeeded);
  console.error("Opening the database …");
  const database = dataFolder === undefined ? await openDatabase() : await openStoredDatabase(dataFolder);
  const deployed = deployment({ sql: database, vault: passwordVault(key.key), engine: { onEvent: logEvent } });
  return {
    ...deployed,
    async close() {
      await deployed.engine.close();
      await database.close();
    },
  };
}

function readKey() {
  try {
    return secretKey();
  } catch (error) {
    throw new CannotStart((error as Error).message);
  }
}
