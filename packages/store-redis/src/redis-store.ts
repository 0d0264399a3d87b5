import type { FirstWrite, Insert, Page, Store, StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import { readInsert, readListed, readRecord, readSwap } from "./answers.js";
import type { RedisLink } from "./clients/link.js";
import { linkOf } from "./clients/link-of.js";
import { Keys } from "./keys.js";
import { Listing } from "./listing.js";
import { type RedisStoreOptions, type Settings, settingsOf } from "./options.js";
import { Replicas } from "./replicas.js";
import { type Script, scripts, taught } from "./script.js";
import { SetupCheck } from "./setup-check.js";
import { TimeLimit } from "./time-limit.js";
import { unavailable } from "./unavailable.js";

/** A store whose servers can be looked at before they are used. */
export interface RedisStore extends Store {
  /**
   * Looks whether every server is a primary, lets this store do all that it needs (it writes a key of its namespace and
   * deletes it), and is safe to use. The first call of any other method does so too, and rejects with `store_unavailable`
   * until all is well. Call it at start-up: it alone tells what is wrong.
   *
   * @throws Tier2Error `invalid_setup`, telling what is wrong and what to do; `store_unavailable` if it cannot be asked.
   */
  checkSetup(): Promise<void>;
}

/**
 * A store in Redis: standalone, behind Sentinel, or a Cluster. Each method but `list` and `sweep` is one script call;
 * deadlines are judged by the server's clock.
 *
 * @throws Tier2Error `invalid_setup` for an option that cannot work; connects to nothing yet.
 */
export function redisStore(options: RedisStoreOptions): RedisStore {
  const settings = settingsOf(options);
  return new StoreInRedis(linkOf(options.client), settings);
}

class StoreInRedis implements RedisStore {
  readonly name = "redis";
  readonly #link: RedisLink;
  readonly #keys: Keys;
  readonly #judged: "1" | "0";
  readonly #limit: TimeLimit;
  readonly #setup: SetupCheck;
  readonly #listing: Listing;
  readonly #replicas: Replicas | undefined;

  constructor(link: RedisLink, settings: Settings) {
    this.#link = link;
    this.#keys = new Keys(settings.namespace);
    this.#judged = settings.history === "checked" ? "1" : "0";
    this.#limit = new TimeLimit(settings.commandTimeoutMs, () => link.lastError());
    this.#setup = new SetupCheck(link, this.#limit, settings, this.#keys);
    const lookAgain = () => {
      this.#setup.isWell = false;
    };
    this.#replicas = settings.waitForReplicas && new Replicas(link, this.#limit, settings.waitForReplicas, lookAgain);
    this.#listing = new Listing(this.#keys, {
      page: (key, from, to, limit) => this.#afterSetup(() => this.#page(key, from, to, limit)),
      read: (id) => this.#run(scripts.get, this.#args(id), (answer) => readListed(id, answer)),
      unlist: (id) => this.#run(scripts.unlist, this.#args(id), (answer) => Number(answer) === 1),
    });
  }

  checkSetup(): Promise<void> {
    return this.#setup.demand();
  }

  insert(id: string, write: FirstWrite): Promise<Insert> {
    const args = this.#args(id, flag(write.listed));
    args.push(write.tag, write.state, duration(write.deadlineInMs));
    args.push(duration(write.payloadForMs ?? null), duration(write.recordForMs ?? null), write.body);
    if (write.data !== undefined) args.push(write.data);
    return this.#run(scripts.insert, args, (answer) => readInsert(id, write, answer));
  }

  swap(id: string, expectedTag: string, write: Write, condition: SwapCondition): Promise<Swap> {
    const args = this.#args(id, firstLetter[condition.deadline] + firstLetter[condition.history] + flag(write.listed));
    args.push(expectedTag, write.tag, write.state);
    args.push(duration(write.deadlineInMs), duration(write.payloadForMs), duration(write.recordForMs));
    if (write.data !== undefined) args.push(write.data);
    const send = () => this.#run(scripts.swap, args, (answer) => readSwap(id, write, answer));
    return this.#replicas ? this.#replicas.swap(send) : send();
  }

  get(id: string): Promise<StoredRecord | null> {
    return this.#run(scripts.get, this.#args(id), (answer) => readRecord(id, answer));
  }

  list(kind: string, page: { limit: number; cursor?: string }): Promise<Page> {
    return this.#listing.list(kind, page);
  }

  sweep(page: { limit: number }): Promise<{ freed: number; more: boolean }> {
    return this.#listing.sweep(page);
  }

  /** Place for the script, number of keys, the keys, and whether the history is judged, with what else has one letter. */
  #args(id: string, letters = ""): string[] {
    const prefix = this.#keys.prefixOf(id);
    return ["", "3", `${prefix}r:${id}`, `${prefix}p:${id}`, `${prefix}l`, this.#judged + letters];
  }

  #page(key: string, from: string, to: string, limit: number): Promise<readonly string[]> {
    const args = ["", "1", key, this.#judged, from, to, String(limit)];
    return this.#send(scripts.page, args, (ids) => ids as string[]);
  }

  #run<T>(script: Script, args: string[], read: (answer: unknown) => T): Promise<T> {
    if (this.#setup.isWell) return this.#send(script, args, read);
    return this.#afterSetup(() => this.#send(script, args, read));
  }

  #afterSetup<T>(work: () => Promise<T>): Promise<T> {
    return this.#setup.isWell
      ? work()
      : this.#setup.demand().then(work, (error: unknown) => Promise.reject(unavailable(error)));
  }

  #send<T>(script: Script, args: string[], read: (answer: unknown) => T): Promise<T> {
    args[0] = script.digest;
    return this.#limit.within(this.#link.evalsha(args), read, (error) => taught(this.#link, script, args, error));
  }
}

const firstLetter = { open: "o", passed: "p", same: "s", changed: "c", any: "a" } as const;

const flag = (is: boolean) => (is ? "1" : "0");

function duration(ms: number | null | undefined): string {
  if (ms === undefined) return "";
  return ms === null ? "never" : `${ms}`;
}
