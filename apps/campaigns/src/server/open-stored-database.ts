import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { OpenDatabase } from "../database/database.js";
import { openDatabase } from "../database/open-database.js";
import { CannotStart } from "./cannot-start.js";
import { lockDataFolder } from "./data-folder-lock.js";

/** The database in a folder, made the first time. @throws CannotStart when the folder cannot be used */
export async function openStoredDatabase(dataFolder: string): Promise<OpenDatabase> {
  const folder = resolve(dataFolder);
  await mkdir(folder, { recursive: true }).catch((error) => cannotUse(folder, error));
  const release = await lockDataFolder(folder).catch((error) => cannotUse(folder, error));
  try {
    const database = await openDatabase({ dataFolder: join(folder, "database") });
    return {
      ...database,
      async close() {
        await database.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw cannotUse(folder, error);
  }
}

function cannotUse(folder: string, error: unknown): never {
  if (error instanceof CannotStart) throw error;
  throw new CannotStart(`The folder ${folder} cannot be used: ${(error as Error).message}`);
}
