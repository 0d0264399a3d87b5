import { Tier2Error } from "@holdpoint/tier2-core";

/** What a server's error starts with, what that means, and what to do about it. */
const explanations: readonly (readonly [starts: string, meaning: string])[] = [
  ["NOTPRIMARY", "this server is a replica or was demoted: connect to the primary, through Sentinel or the Cluster"],
  ["READONLY", "this server is a replica or was demoted: connect to the primary, through Sentinel or the Cluster"],
  [
    "NOHISTORY",
    'this server hides its replication history: pass history: "unchecked" if you accept what the README says of it',
  ],
  ["MOVED", "this server is part of a Cluster: pass a Cluster client"],
  ["ASK", "this server is part of a Cluster: pass a Cluster client"],
  [
    "TRYAGAIN",
    "the keys of this partition are moving to another server, and until they have moved nothing can be created there: it passes; finish the migration of that slot if it hangs",
  ],
  ["CROSSSLOT", "this server is part of a Cluster and the client's key prefix holds braces: leave them out"],
  ["CLUSTERDOWN", "a part of the Cluster has no primary: bring it back"],
  ["LOADING", "it is still loading its data: it passes"],
  ["MASTERDOWN", "this server is a replica without its primary: connect to the primary"],
  ["OOM", "its memory is full: raise maxmemory, and leave maxmemory-policy at noeviction"],
  ["MISCONF", "it cannot write its snapshot and so accepts no writes: see its log, mostly a full disk"],
  ["NOREPLICAS", "fewer replicas are connected than min-replicas-to-write demands: bring them back"],
  ["BUSY", "it is held up by another, slow script: end that one with SCRIPT KILL"],
  ["NOAUTH", "it demands a password: give the client one"],
  ["WRONGPASS", "it refused the password: give the client the right one"],
  ["NOPERM", "its user may not run what this store needs: see the ACL line in the README"],
  ["WRONGTYPE", "a key of this namespace is used by something else: give the store a namespace of its own"],
];

/**
 * The one error of a store. Its cause carries the message of what happened and nothing else: clients attach the
 * command with its arguments, which a log must not see.
 */
export function unavailable(cause: unknown): Tier2Error {
  if (cause instanceof Tier2Error) {
    return cause.code === "store_unavailable" ? cause : new Tier2Error("store_unavailable", cause.message, { cause });
  }
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  const shown = new Error(withoutArguments(message));
  shown.name = name;
  return new Tier2Error("store_unavailable", `Redis did not do it (${shown.message})${meaningOf(message)}.`, {
    cause: shown,
  });
}

/** `lastError`: the client's last connection error, where there is one. */
export function didNotAnswer(withinMs: number, lastError: string | undefined): Tier2Error {
  const why = lastError === undefined ? "is it reachable and alive?" : `its client's last error is "${lastError}".`;
  return new Tier2Error("store_unavailable", `Redis did not answer within ${withinMs} ms: ${why}`);
}

function meaningOf(message: string): string {
  const found = explanations.find(([starts]) => startsWith(starts).test(message));
  if (found) return `: ${found[1]}`;
  return isForbidden(message) ? `: ${permission}` : "";
}

/** Scripts of old versions, and clients that gave up asking a Cluster, put their own words before the server's. */
const startsWith = (word: string) => new RegExp(`(?:^| -|Error: )${word}\\b`);

/** Whether the server's user may not do it. What a script may not call is told in other words, by the versions of Redis. */
export const isForbidden = (error: unknown): boolean =>
  /NOPERM|unknown command|can't run this command|ACL failure in script/.test(String(error));

const permission = explanations.find(([starts]) => starts === "NOPERM")?.[1];

/** Redis repeats a command that it does not know, keys and all. */
function withoutArguments(message: string): string {
  return message.replace(/,? with args beginning with.*$/s, "");
}
