import fs from "node:fs/promises";
import path from "node:path";

export type Value = Readonly<Record<string, unknown>>;

/** A small support desk that keeps each record in a file: what liars and honest twins work on. */
export interface Desk {
  readonly folder: string;
  get(record: string): Promise<Value | undefined>;
  /** Whether anything changed: an equal value is not written again. */
  put(record: string, value: Value): Promise<boolean>;
  /** Whether this call made it: of several at once only one does. */
  create(record: string, value: Value): Promise<boolean>;
  remove(record: string): Promise<void>;
  list(collection: string): Promise<readonly string[]>;
}

export function desk(folder: string): Desk {
  const file = (record: string) => path.join(folder, `${record}.json`);
  const get = async (record: string) => {
    const text = await fs.readFile(file(record), "utf8").catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  };
  const write = async (record: string, value: Value, flag: "w" | "wx") => {
    await fs.mkdir(path.dirname(file(record)), { recursive: true });
    await fs.writeFile(file(record), JSON.stringify(value), { flag });
  };
  return {
    folder,
    get,
    async put(record, value) {
      if (JSON.stringify(await get(record)) === JSON.stringify(value)) return false;
      await write(record, value, "w");
      return true;
    },
    create: (record, value) =>
      write(record, value, "wx").then(
        () => true,
        () => false,
      ),
    remove: (record) => fs.rm(file(record), { force: true }),
    async list(collection) {
      const names = await fs.readdir(path.join(folder, collection)).catch(() => []);
      return names.map((name) => name.replace(/\.json$/, "")).sort();
    },
  };
}
