import { Tier2Error } from "@holdpoint/tier2-core";

/** What a server says about itself; undefined where it does not say. */
export interface ServerFacts {
  readonly version: string | undefined;
  readonly evictionPolicy: string | undefined;
  readonly appendOnlyFile: boolean | undefined;
  readonly replicas: number | undefined;
}

interface Weakness {
  is(facts: ServerFacts): boolean;
  /** What it means, and what to do. */
  readonly sentence: string;
}

/** Every weakness that can be accepted. None of them makes a handler start twice; each can lose what is wanted later. */
export const weaknesses = {
  eviction: {
    is: ({ evictionPolicy }) => evictionPolicy !== undefined && evictionPolicy !== "noeviction",
    sentence:
      "its maxmemory-policy lets it drop keys when memory is full, so that open tokens, doubts and recorded answers can vanish: set it to noeviction",
  },
  no_append_only_file: {
    is: ({ appendOnlyFile }) => appendOnlyFile === false,
    sentence:
      "it keeps no append-only file, so that a restart forgets what happened since its last snapshot, recorded answers and doubts included: set appendonly to yes",
  },
  settings_hidden: {
    is: ({ evictionPolicy, appendOnlyFile }) => evictionPolicy === undefined || appendOnlyFile === undefined,
    sentence:
      "it hides maxmemory_policy or aof_enabled in INFO, so that neither can be checked here: check them where it is managed",
  },
} as const satisfies Record<string, Weakness>;

export type Unsafe = keyof typeof weaknesses;

/** SET … PXAT came with it. */
const oldestVersion = [6, 2] as const;

/** Reads the text of INFO; anything else, such as a refusal, tells nothing. */
export function factsOf(info: unknown): ServerFacts {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, "m").exec(String(info))?.[1];
  const appendOnlyFile = field("aof_enabled");
  const replicas = field("connected_slaves");
  return {
    version: field("redis_version"),
    evictionPolicy: field("maxmemory_policy"),
    appendOnlyFile: appendOnlyFile === undefined ? undefined : appendOnlyFile === "1",
    replicas: replicas === undefined ? undefined : Number(replicas),
  };
}

/** @throws Tier2Error `invalid_setup` if the server has weaknesses that were not accepted, all of which are named, or is too old. */
export function judge(address: string, facts: ServerFacts, accepted: readonly Unsafe[]): void {
  if (facts.version !== undefined && isOlder(facts.version)) {
    throw refused(
      address,
      `its version is ${facts.version}, and ${oldestVersion.join(".")} is the oldest that this store works with`,
    );
  }
  const found = (Object.entries(weaknesses) as [Unsafe, Weakness][])
    .filter(([name, { is }]) => is(facts) && !accepted.includes(name))
    .map(([name, { sentence }]) => `${sentence}, or accept it with acceptUnsafe: ["${name}"]`);
  if (found.length > 0) throw refused(address, found.join("; and "));
}

/** @throws Tier2Error `invalid_setup` if fewer replicas are there than claims are to wait for: none could be acted on. */
export function judgeReplicas(address: string, { replicas }: ServerFacts, wanted: number): void {
  if (replicas === undefined || replicas >= wanted) return;
  throw refused(
    address,
    `${replicas} replicas are connected to it, and waitForReplicas.count demands ${wanted}, so that no claim could be acted on: connect more, or demand fewer`,
  );
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]);
}

export const refused = (address: string, sentence: string) =>
  new Tier2Error("invalid_setup", `Redis at ${address} is not safe to use: ${sentence}.`);
