import {
  memory,
  pglite,
  postgres,
  postgresBehindProxy,
  postgresWithTwoConnections,
  redis,
  redisBehindProxy,
  redisCluster,
  redisPaused,
} from "./deployments/plain.js";
import { crash } from "./deployments/postgres-one.js";
import { standbyPromotion } from "./deployments/postgres-standby.js";
import { clusterFailover } from "./deployments/redis-cluster.js";
import { restartEmpty, snapshotRollback } from "./deployments/redis-one.js";
import { failback, promotion } from "./deployments/redis-pair.js";
import { sentinelFailover } from "./deployments/redis-sentinels.js";
import type { Fault } from "./run/fault.js";
import { cutConnections, cutReplies, exhaustedPools, silentStore } from "./scenarios/broken-links.js";
import { cancelledWaits } from "./scenarios/cancelled-waits.js";
import { killedTransactions } from "./scenarios/exactly-once.js";
import { type LostWrites, lostWrites } from "./scenarios/lost-writes.js";
import { killedOnlyProcess } from "./scenarios/only-process.js";
import { skewedClocks } from "./scenarios/skewed-clocks.js";
import { killedWorkers, pausedWorkers } from "./scenarios/stopped-workers.js";

type Row = Omit<Fault, "name" | "store" | "fault">;

const times = (short: number, long: number, control = 2) => ({ short, long, control });

const losing = (open: LostWrites["open"], without: string, guardOff: LostWrites["guardOff"] = "history") => ({
  without,
  shownBy: "doubled" as const,
  run: (run: Parameters<Fault["run"]>[0]) => lostWrites({ open, guardOff }, run),
});

const history = "the history is not looked at";
const doubles = (without: string, run: Fault["run"]) => ({ without, shownBy: "doubled" as const, run });
const takenOver = "a lapsed claim is taken over";
const silenceIsYes = "silence means yes";
const ownClock = "deadlines by the clock of the process";
const anotherAsks = { without: "asked again by another process", shownBy: "inDoubt" as const };

const killed = "worker killed (SIGKILL)";
const stopped = "worker stopped beyond its lease (SIGSTOP), then woken";
const cut = "answers to claims cut off";
const silent = "nothing passes for a while, either way";
const broken = "connections cut, again and again";
const skewed = "clocks of processes an hour ahead and back";

/** Every fault, on every store that it applies to, in the order in which they run. */
export const faults: readonly Fault[] = Object.entries({
  Memory: {
    [`only ${killed}`]: {
      times: times(10, 200),
      ...doubles("absence means fresh", killedOnlyProcess(memory, "absence", { keeps: false })),
    },
  },
  Redis: {
    [killed]: { times: times(40, 2_000, 6), ...doubles(takenOver, killedWorkers(redis)) },
    [stopped]: { times: times(10, 200), ...doubles(takenOver, pausedWorkers(redis)) },
    "crash, started from an older snapshot": { times: times(10, 200), ...losing(snapshotRollback, history) },
    "crash, started with nothing": { times: times(10, 200), ...losing(restartEmpty, "absence means fresh", "absence") },
    "promotion of a stale replica": { times: times(10, 100), ...losing(promotion, history) },
    "promotion, then failback": { times: times(10, 100), ...losing(failback, history) },
    "server stopped for a while (SIGSTOP)": { times: times(3, 50), ...doubles(silenceIsYes, silentStore(redisPaused)) },
    [silent]: { times: times(3, 50), ...doubles(silenceIsYes, silentStore(redisBehindProxy)) },
    [broken]: { times: times(5, 100), ...doubles(silenceIsYes, cutConnections(redisBehindProxy)) },
    [cut]: { times: times(60, 600, 20), ...anotherAsks, run: cutReplies(redisBehindProxy) },
    [skewed]: { times: times(3, 30), ...doubles(ownClock, skewedClocks(redis)) },
  },
  "Redis Cluster": {
    [killed]: { times: times(10, 500, 6), ...doubles(takenOver, killedWorkers(redisCluster)) },
    "automatic failover that loses claims": { times: times(4, 100), ...losing(clusterFailover, history) },
  },
  "Redis Sentinel": {
    "automatic failover that loses claims": { times: times(1, 30, 1), ...losing(sentinelFailover, history) },
  },
  Postgres: {
    [killed]: { times: times(24, 2_000, 6), ...doubles(takenOver, killedWorkers(postgres)) },
    [stopped]: { times: times(10, 200), ...doubles(takenOver, pausedWorkers(postgres)) },
    "worker killed (SIGKILL) inside one transaction": {
      times: times(40, 2_000, 20),
      without: "three transactions",
      shownBy: "inDoubt",
      run: killedTransactions,
    },
    "crash with synchronous_commit off": {
      times: times(20, 500),
      ...losing(crash, `commits are not waited for, ${history}`),
    },
    "promotion of a stale standby": { times: times(2, 30, 1), ...losing(standbyPromotion, history) },
    "wait for a synchronous standby cancelled, which is then promoted": {
      times: times(1, 20, 1),
      ...doubles(`its warning is not heard, ${history}`, cancelledWaits),
    },
    [silent]: { times: times(3, 50), ...doubles(silenceIsYes, silentStore(postgresBehindProxy)) },
    [broken]: { times: times(5, 100), ...doubles(silenceIsYes, cutConnections(postgresBehindProxy)) },
    [cut]: { times: times(60, 600, 20), ...anotherAsks, run: cutReplies(postgresBehindProxy) },
    "pools exhausted": { times: times(2, 20), ...doubles(silenceIsYes, exhaustedPools(postgresWithTwoConnections)) },
    [skewed]: { times: times(3, 30), ...doubles(ownClock, skewedClocks(postgres)) },
  },
  PGlite: {
    [`only ${killed}`]: {
      times: times(3, 50),
      ...doubles(takenOver, killedOnlyProcess(pglite, "lapse", { keeps: true })),
    },
  },
} satisfies Record<string, Record<string, Row>>).flatMap(([store, rows]) =>
  Object.entries(rows).map(([fault, row]: [string, Row]) => ({ name: nameOf(store, fault), store, fault, ...row })),
);

function nameOf(store: string, fault: string): string {
  return `${store} ${fault.replace(/ \(.*?\)/g, "")}`.toLowerCase().replace(/[^a-z]+/g, "-");
}
