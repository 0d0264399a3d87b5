import fs from "node:fs";
import path from "node:path";
import { emptyFolder, type PostgresServer, startPostgresOn } from "./postgres.js";
import { postgresBinaries } from "./postgres-binaries.js";

export interface StandbyOptions {
  /** Where it follows its primary: the primary's own port, or that of a proxy before it. */
  readonly followsPort: number;
  /** What the primary's synchronous_standby_names calls it. */
  readonly name?: string;
}

/**
 * A hot standby of a primary, made of a copy of its data: the primary is stopped for that and started again.
 * `SELECT pg_promote()` makes it a primary of the next timeline.
 */
export async function startStandby(primary: PostgresServer, { followsPort, name = "standby" }: StandbyOptions) {
  const { account } = await postgresBinaries();
  const dataDirectory = await emptyFolder();
  await primary.stop();
  fs.cpSync(primary.dataDirectory, dataDirectory, { recursive: true });
  fs.writeFileSync(path.join(dataDirectory, "standby.signal"), "");
  if (account.uid !== undefined && account.gid !== undefined) ownAll(dataDirectory, account.uid, account.gid);
  fs.chmodSync(dataDirectory, 0o700);
  await primary.start();
  return startPostgresOn(dataDirectory, {
    primary_conninfo: `host=127.0.0.1 port=${followsPort} user=postgres application_name=${name}`,
    wal_retrieve_retry_interval: "200ms",
  });
}

function ownAll(folder: string, uid: number, gid: number): void {
  fs.chownSync(folder, uid, gid);
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    fs.chownSync(path.join(folder, entry), uid, gid);
  }
}
