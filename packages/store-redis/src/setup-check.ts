import type { Primary, RedisLink } from "./clients/link.js";
import { text as probe } from "./lua/probe.lua.js";
import type { Settings } from "./options.js";
import { factsOf, judge, refused } from "./setup.js";
import type { TimeLimit } from "./time-limit.js";
import { unavailable } from "./unavailable.js";

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
  readonly #awaken: () => Promise<unknown>;

  /** `awaken` makes a client that is still connecting wait until it knows its servers. */
  constructor(link: RedisLink, limit: TimeLimit, settings: Settings, awaken: () => Promise<unknown>) {
    this.#link = link;
    this.#limit = limit;
    this.#settings = settings;
    this.#awaken = awaken;
  }

  demand(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #look(): Promise<void> {
    if (this.#link.isCluster) await this.#awaken();
    const primaries = await this.#ask(this.#link.primaries());
    if (primaries.length === 0) throw unavailable(new Error("the client knows no server yet: is it connected?"));
    await Promise.all(primaries.map((primary) => this.#lookAt(primary)));
    this.isWell = true;
  }

  async #lookAt(primary: Primary): Promise<void> {
    const judged = this.#settings.history === "checked" ? "1" : "0";
    const answer = await this.#ask(primary.send("EVAL", probe, "0", judged)).catch(inSetup(primary));
    if (answer !== "well") throw refused(primary.address, probeAnswers[String(answer)] ?? "its scripts do not work");
    const info = await this.#ask(primary.send("INFO")).catch(whereHidden);
    judge(primary.address, factsOf(info), this.#settings.acceptUnsafe);
  }

  #ask<T>(answer: Promise<T>): Promise<T> {
    return this.#limit.within(answer, (value) => value as T);
  }
}

const isForbidden = (error: unknown) => /NOPERM|unknown command|can't run this command/.test(String(error));

/** A server that forbids scripts will do so later too. */
const inSetup = (primary: Primary) => (error: unknown) => {
  throw isForbidden(error)
    ? refused(primary.address, "its user may not run scripts: see the ACL line in the README")
    : error;
};

const whereHidden = (error: unknown): string => {
  if (isForbidden(error)) return "";
  throw error;
};
