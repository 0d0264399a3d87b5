import { type PostgresServer, startPostgres, startStandby } from "@holdpoint/test-servers";
import { type LossyProxy, startProxy } from "../harness/proxy.js";
import { until } from "../harness/until.js";
import type { Losing } from "../scenarios/lost-writes.js";
import { migrated, runOn } from "./postgres-one.js";

/** The stream of changes to the standby is cut, the primary crashes, and the standby takes over. */
export async function standbyPromotion(): Promise<Losing> {
  let primary = await startPostgres({ settings: { fsync: "off" } }); // only processes die here, not the machine
  await migrated(primary.url);
  const front = await startProxy(primary.port);
  let stream: LossyProxy | undefined;
  let standby: PostgresServer | undefined;
  const follow = async () => {
    stream = await startProxy(primary.port);
    standby = await startStandby(primary, { followsPort: stream.port });
  };
  const caughtUp = async () => {
    const [row] = await runOn(primary.url, "SELECT pg_current_wal_flush_lsn()::text AS lsn");
    await until(async () => {
      const asked = `SELECT pg_last_wal_replay_lsn() >= '${String(row?.lsn)}'::pg_lsn AS has`;
      const [there] = await runOn((standby as PostgresServer).url, asked);
      return there?.has === true;
    }, 30);
  };
  await follow();
  return {
    store: { kind: "postgres", url: `postgres://postgres@127.0.0.1:${front.port}/postgres` },
    async prepare() {
      await caughtUp();
      stream?.swallow();
    },
    async strike() {
      const promoted = standby as PostgresServer;
      await primary.crash();
      await runOn(promoted.url, "SELECT pg_promote(true, 60)");
      front.retarget(promoted.port);
      return undefined;
    },
    async heal() {
      await stream?.close();
      await primary.remove();
      primary = standby as PostgresServer;
      await follow();
    },
    async stop() {
      await Promise.all([stream?.close(), front.close()]);
      await Promise.all([primary.remove(), standby?.remove()]);
    },
  };
}
