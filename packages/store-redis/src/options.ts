import { Tier2Error } from "@holdpoint/tier2-core";
import { type Unsafe, weaknesses } from "./setup.js";

export interface RedisStoreOptions {
  /** A Redis or Cluster of ioredis; or what createClient, createCluster or createSentinel of redis made. It stays yours: the store never closes it. */
  readonly client: object;
  /** Leads every key, so that stores can share a server. No braces or white space. Default "tier2". */
  readonly namespace?: string;
  /** How long one command may take; then `store_unavailable`, its outcome unknown. Default 2,000. */
  readonly commandTimeoutMs?: number;
  /**
   * `checked`: a token is confirmed only under the replication history it was issued under, so that no failover, restart
   * or restore revives one. `unchecked` gives that up, for a hosted Redis that hides INFO. Default `checked`.
   */
  readonly history?: "checked" | "unchecked";
  /**
   * Each accepted swap waits until so many replicas have it (WAIT), at most so long. A claim that too few have is not acted
   * on: its record ends `not_executed`. The connection is held up meanwhile, so give the store a client of its own. For a
   * client of one server only. Default: waits for none.
   */
  readonly waitForReplicas?: { readonly count: number; readonly withinMs: number };
  /** Weaknesses of the servers that are known and accepted; any other is refused. Default none. */
  readonly acceptUnsafe?: readonly Unsafe[];
}

export type Settings = Required<Omit<RedisStoreOptions, "client" | "waitForReplicas">> &
  Pick<RedisStoreOptions, "waitForReplicas">;

/** @throws Tier2Error `invalid_setup` */
export function settingsOf(options: RedisStoreOptions): Settings {
  const {
    namespace = "tier2",
    commandTimeoutMs = 2_000,
    history = "checked",
    acceptUnsafe = [],
    waitForReplicas,
  } = options;
  demand(/^[!-z|~]{1,100}$/.test(namespace), "`namespace` must be 1 to 100 visible ASCII characters other than braces");
  demand(
    Number.isInteger(commandTimeoutMs) && commandTimeoutMs > 0,
    "`commandTimeoutMs` must be a whole number above 0",
  );
  demand(history === "checked" || history === "unchecked", '`history` must be "checked" or "unchecked"');
  demand(
    acceptUnsafe.every((name) => Object.hasOwn(weaknesses, name)),
    `\`acceptUnsafe\` may name ${Object.keys(weaknesses).join(", ")}`,
  );
  if (waitForReplicas === undefined) return { namespace, commandTimeoutMs, history, acceptUnsafe };
  const { count, withinMs } = waitForReplicas;
  demand(Number.isInteger(count) && count > 0, "`waitForReplicas.count` must be a whole number above 0");
  demand(
    Number.isInteger(withinMs) && withinMs > 0 && withinMs < commandTimeoutMs,
    "`waitForReplicas.withinMs` must be a whole number above 0 and below commandTimeoutMs",
  );
  return { namespace, commandTimeoutMs, history, acceptUnsafe, waitForReplicas };
}

function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new Tier2Error("invalid_setup", `redisStore: ${sentence}.`);
}
