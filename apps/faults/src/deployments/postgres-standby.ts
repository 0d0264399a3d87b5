import { type PostgresServer, startPostgres, startStandby } from "@holdpoint/test-servers";
import { type LossyProxy, startProxy } from "../harness/proxy.js";
import { until } from "../harness/until.js";
import type { Losing } from "../scenarios/lost-writes.js";
import { migrated, runOn } from "./postgres-one.js";

/** The stream of changes to the standby is cut, the primary crashes, and the standby takes over. */
export const standbyPromotion = (): Promise<Losing> => withStandby({ isSynchronous: false });

/** The same, where each commit waits for the standby, until somebody cancels its wait. */
export async function synchronousStandby(): Promise<Losing & { cancelWaits(): Promise<unknown> }> {
  return withStandby({ isSynchronous: true });
}

async function withStandby({ isSynchronous }: { isSynchronous: boolean }) {
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
  /** The copy is made without it: a promoted standby has nobody to wait for. */
  const waitForStandby = async () => {
    await runOn(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await runOn(primary.url, "SELECT pg_reload_conf()");
    const inSync = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    await until(async () => (await runOn(primary.url, inSync)).length === 1, 30);
  };
  return {
    cancelWaits: () =>
      runOn(primary.url, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"),
    store: { kind: "postgres" as const, url: `postgres://postgres@127.0.0.1:${front.port}/postgres` },
    async prepare() {
      if (isSynchronous) await waitForStandby();
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
