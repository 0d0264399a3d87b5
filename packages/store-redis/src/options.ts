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
   * or start from restored files revives one. Not noticed: a memory snapshot of a virtual machine, and keys restored into
   * a running server. `unchecked` gives it up, for a hosted Redis that hides INFO. Default `checked`.
   */
  readonly history?: "checked" | "unchecked";
  /**
   * Each accepted swap waits until so many replicas have it (WAIT), at most so long. A claim that too few have is not acted
   * on: its record ends `not_executed`. The user needs +wait. The connection is held up meanwhile, so give the store a client of its own. For a
   * client of one server only. Default: waits for none.
   */
  readonly waitForReplicas?: { readonly count: number; readonly withinMs: number };
  /** Weaknesses of the servers that are known and accepted; any other is refused. Default none. */
  readonly acceptUnsafe?: readonly Unsafe[];
}

export type Settings = Required<Omit<RedisStoreOptions, "client" | "waitForReplicas">> &
  Pick<RedisStoreOptions, "waitForReplicas">;

const known = ["client", "namespace", "commandTimeoutMs", "history", "waitForReplicas", "acceptUnsafe"];

/** @throws Tier2Error `invalid_setup`, also for what only plain JavaScript lets through. */
export function settingsOf(options: RedisStoreOptions): Settings {
  demand(isObject(options), "it needs options, at least `client`");
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  demand(unknown.length === 0, `it has no option ${unknown.join(", ")}; it has ${known.join(", ")}`);
  const {
    namespace = "tier2",
    commandTimeoutMs = 2_000,
    history = "checked",
    acceptUnsafe = [],
    waitForReplicas,
  } = options;
  demand(
    typeof namespace === "string" && /^[!-z|~]{1,100}$/.test(namespace),
    "`namespace` must be 1 to 100 visible ASCII characters other than braces",
  );
  demand(isWhole(commandTimeoutMs), "`commandTimeoutMs` must be a whole number above 0");
  demand(history === "checked" || history === "unchecked", '`history` must be "checked" or "unchecked"');
  demand(
    Array.isArray(acceptUnsafe) && acceptUnsafe.every((name) => Object.hasOwn(weaknesses, name)),
    `\`acceptUnsafe\` must be a list, which may name ${Object.keys(weaknesses).join(", ")}`,
  );
  const settings = { namespace, commandTimeoutMs, history, acceptUnsafe };
  if (waitForReplicas === undefined) return settings;
  demand(isObject(waitForReplicas), "`waitForReplicas` must be { count, withinMs }");
  const { count, withinMs } = waitForReplicas;
  demand(isWhole(count), "`waitForReplicas.count` must be a whole number above 0");
  demand(
    isWhole(withinMs) && withinMs < commandTimeoutMs,
    "`waitForReplicas.withinMs` must be a whole number above 0 and below commandTimeoutMs",
  );
  return { ...settings, waitForReplicas };
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const isWhole = (value: unknown) => Number.isInteger(value) && Number(value) > 0;

function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new Tier2Error("invalid_setup", `redisStore: ${sentence}.`);
}
