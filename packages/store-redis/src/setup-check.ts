import type { Primary, RedisLink } from "./clients/link.js";
import type { Keys } from "./keys.js";
import { text as probe } from "./lua/probe.lua.js";
import type { Settings } from "./options.js";
import { scripts, taught } from "./script.js";
import { factsOf, judge, judgeReplicas, refused } from "./setup.js";
import type { TimeLimit } from "./time-limit.js";
import { isForbidden, unavailable } from "./unavailable.js";

/** What a probe may answer besides "well". */
const probeAnswers: Readonly<Record<string, string>> = {
  not_primary: "it is a replica: connect to the primary, through Sentinel or the Cluster",
  history_hidden:
    'it hides INFO replication from scripts, so that a failover that revives a used token cannot be noticed: allow INFO, or give that protection up with history: "unchecked"',
};

/** Looks at every server until all are well once; a failed look is repeated at the next call. */
export class SetupCheck {
  isWell = false;
  #running: Promise<void> | undefined;
  readonly #link: RedisLink;
  readonly #limit: TimeLimit;
  readonly #settings: Settings;
  readonly #keys: Keys;

  constructor(link: RedisLink, limit: TimeLimit, settings: Settings, keys: Keys) {
    this.#link = link;
    this.#limit = limit;
    this.#settings = settings;
    this.#keys = keys;
  }

  demand(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #look(): Promise<void> {
    // A client that is still connecting knows its servers once one of them has answered, whatever it answered.
    const first = this.#link.isCluster ? await this.#writeProbe(0) : undefined;
    const primaries = await this.#ask(this.#link.primaries());
    if (primaries.length === 0) throw unavailable(first?.error ?? new Error("the client knows no server yet"));
    try {
      await Promise.all(primaries.map((primary) => this.#lookAt(primary)));
    } catch (error) {
      // A client that started amid a failover may take a replica for a primary, for ever: it asks who is what when a key
      // is answered MOVED, and no call gets that far. So each partition is asked for a key, for the next look.
      if (this.#link.isCluster) await Promise.all(this.#partitions().map((partition) => this.#writeProbe(partition)));
      throw error;
    }
    await this.#tryWrites(primaries);
    this.isWell = true;
  }

  async #lookAt(primary: Primary): Promise<void> {
    const { history, acceptUnsafe, waitForReplicas } = this.#settings;
    const judged = history === "checked" ? "1" : "0";
    const answer = await this.#ask(primary.send("EVAL", probe, "0", judged)).catch(inSetup(primary, mayRunNoScripts));
    if (answer instanceof Uint8Array) throw refused(primary.address, givesBytes);
    if (answer !== "well") throw refused(primary.address, probeAnswers[String(answer)] ?? "its scripts do not work");
    if (history === "unchecked") {
      const role = await this.#ask(primary.send("ROLE")).catch(whereHidden);
      if (Array.isArray(role) && role[0] !== "master") throw refused(primary.address, `${probeAnswers.not_primary}`);
    }
    const facts = factsOf(await this.#ask(primary.send("INFO")).catch(whereHidden));
    judge(primary.address, facts, acceptUnsafe);
    if (!waitForReplicas) return;
    await this.#ask(primary.send("WAIT", "0", "1")).catch(inSetup(primary, mayNotWait));
    judgeReplicas(primary.address, facts, waitForReplicas.count);
  }

  /** As its scripts will write. In a Cluster in every partition, since users are those of each server. */
  async #tryWrites(primaries: readonly Primary[]): Promise<void> {
    const { isCluster } = this.#link;
    const address = isCluster ? "one of the Cluster's servers" : `${primaries[0]?.address}`;
    const answers = await Promise.all(this.#partitions().map((partition) => this.#writeProbe(partition)));
    for (const { what, error } of answers) {
      if (error === undefined) continue;
      if (isForbidden(error)) throw refused(address, mayNot(what, this.#keys.probe(0).split("{")[0] ?? ""));
      // One partition of a Cluster that is being moved must not keep the others from working: its calls tell by themselves.
      if (!isCluster) throw unavailable(error);
    }
  }

  #partitions(): readonly number[] {
    return Array.from({ length: this.#link.isCluster ? this.#keys.partitions : 1 }, (_, partition) => partition);
  }

  /** What was tried and how it failed, if it did. */
  async #writeProbe(partition: number): Promise<{ what: string; error?: Error }> {
    const args = [scripts.writeProbe.digest, "1", this.#keys.probe(partition)];
    const again = (error: unknown) => taught(this.#link, scripts.writeProbe, args, error);
    try {
      const read = (answer: unknown) => (answer as unknown[]).map(String);
      const [what = "", message = ""] = await this.#limit.within(this.#link.evalsha(args), read, again);
      return message === "" ? { what } : { what, error: new Error(message) };
    } catch (error) {
      return { what: "", error: error as Error };
    }
  }

  #ask<T>(answer: Promise<T>): Promise<T> {
    return this.#limit.within(answer, (value) => value as T);
  }
}

const mayRunNoScripts = "its user may not run scripts: see the ACL line in the README";
const mayNotWait = "its user may not run WAIT, without which waitForReplicas refuses every claim: add +wait to its ACL";
const givesBytes = "its client gives texts as bytes: pass one without a typeMapping to Buffer";
const mayNot = (what: string, prefix: string) =>
  `its user may not ${what === "" ? "run scripts" : `call ${what}`} on keys that begin with "${prefix}" (behind the client's key prefix, if it has one): see the ACL line in the README`;

/** A server that forbids something will do so later too. */
const inSetup = (primary: Primary, sentence: string) => (error: unknown) => {
  throw isForbidden(error) ? refused(primary.address, sentence) : error;
};

const whereHidden = (error: unknown): string => {
  if (isForbidden(error)) return "";
  throw error;
};
