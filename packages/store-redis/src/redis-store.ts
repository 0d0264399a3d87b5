import type { FirstWrite, Insert, Page, Store, StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import { readInsert, readListed, readRecord, readSwap } from "./answers.js";
import type { RedisLink } from "./clients/link.js";
import { linkOf } from "./clients/link-of.js";
import { Keys } from "./keys.js";
import { type Listed, Listing } from "./listing.js";
import { type RedisStoreOptions, type Settings, settingsOf } from "./options.js";
import { evaluate, type Script, scripts } from "./script.js";
import { SetupCheck } from "./setup-check.js";
import { TimeLimit } from "./time-limit.js";
import { unavailable } from "./unavailable.js";

/** A store whose servers can be looked at before they are used. */
export interface RedisStore extends Store {
  /**
   * Looks whether every server is a primary, lets this store do all that it needs, and is safe to use. The first call
   * of any other method does so too, and rejects with `store_unavailable` until all is well.
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
  return new StoreInRedis(linkOf(options.client), settingsOf(options));
}

class StoreInRedis implements RedisStore {
  readonly name = "redis";
  readonly #link: RedisLink;
  readonly #keys: Keys;
  readonly #judged: "1" | "0";
  readonly #limit: TimeLimit;
  readonly #setup: SetupCheck;
  readonly #listing: Listing;

  constructor(link: RedisLink, settings: Settings) {
    this.#link = link;
    this.#keys = new Keys(settings.namespace);
    this.#judged = settings.history === "checked" ? "1" : "0";
    this.#limit = new TimeLimit(settings.commandTimeoutMs);
    const probe = this.#keys.listing(0);
    this.#setup = new SetupCheck(link, this.#limit, settings, () =>
      evaluate(link, scripts.page, probe, ["", "1", probe, this.#judged, "-", "(-", "1"]),
    );
    this.#listing = new Listing(this.#keys, {
      page: (key, from, to, limit) =>
        this.#run(scripts.page, key, ["", "1", key, this.#judged, from, to, String(limit)], (ids) => ids as string[]),
      read: (id) => this.#get(id, readListed),
      unlist: (record, listing) =>
        this.#run(scripts.unlist, record, ["", "2", record, listing, this.#judged], (answer) => Number(answer) === 1),
    } satisfies Listed);
  }

  checkSetup(): Promise<void> {
    return this.#setup.demand();
  }

  insert(id: string, write: FirstWrite): Promise<Insert> {
    const prefix = this.#keys.prefixOf(id);
    const record = `${prefix}r:${id}`;
    const args = [
      "",
      "3",
      record,
      `${prefix}p:${id}`,
      `${prefix}l`,
      this.#judged,
      write.tag,
      write.state,
      write.listed ? "1" : "0",
      `${write.deadlineInMs}`,
      duration(write.payloadForMs),
      duration(write.recordForMs),
      write.body,
    ];
    if (write.data !== undefined) args.push(write.data);
    return this.#run(scripts.insert, record, args, (answer) => readInsert(id, write, answer));
  }

  swap(id: string, expectedTag: string, write: Write, condition: SwapCondition): Promise<Swap> {
    const prefix = this.#keys.prefixOf(id);
    const record = `${prefix}r:${id}`;
    const args = [
      "",
      "3",
      record,
      `${prefix}p:${id}`,
      `${prefix}l`,
      this.#judged,
      expectedTag,
      condition.deadline,
      condition.history,
      write.tag,
      write.state,
      write.listed ? "1" : "0",
      duration(write.deadlineInMs),
      duration(write.payloadForMs),
      duration(write.recordForMs),
    ];
    if (write.data !== undefined) args.push(write.data);
    return this.#run(scripts.swap, record, args, (answer) => readSwap(id, write, answer));
  }

  get(id: string): Promise<StoredRecord | null> {
    return this.#get(id, readRecord);
  }

  list(kind: string, page: { limit: number; cursor?: string }): Promise<Page> {
    return this.#listing.list(kind, page);
  }

  sweep(page: { limit: number }): Promise<{ freed: number; more: boolean }> {
    return this.#listing.sweep(page);
  }

  #get<T>(id: string, read: (id: string, answer: unknown) => T): Promise<T> {
    const prefix = this.#keys.prefixOf(id);
    const record = `${prefix}r:${id}`;
    const args = ["", "2", record, `${prefix}p:${id}`, this.#judged];
    return this.#run(scripts.get, record, args, (answer) => read(id, answer));
  }

  #run<T>(script: Script, key: string, args: string[], read: (answer: unknown) => T): Promise<T> {
    if (this.#setup.isWell) return this.#send(script, key, args, read);
    return this.#setup.demand().then(
      () => this.#send(script, key, args, read),
      (error: unknown) => {
        throw unavailable(error);
      },
    );
  }

  #send<T>(script: Script, key: string, args: string[], read: (answer: unknown) => T): Promise<T> {
    return this.#limit.within(evaluate(this.#link, script, key, args), read, unavailable);
  }
}

function duration(ms: number | null | undefined): string {
  if (ms === undefined) return "";
  return ms === null ? "never" : `${ms}`;
}
