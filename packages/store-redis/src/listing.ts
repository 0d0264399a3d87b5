import { type Page, type StoredRecord, Tier2Error } from "@holdpoint/tier2-core";
import type { Keys } from "./keys.js";

/** The commands that a listing is read and tidied with. */
export interface Listed {
  /** Listed ids between two bounds of ZRANGEBYLEX, in their order. */
  page(key: string, from: string, to: string, limit: number): Promise<readonly string[]>;
  read(id: string): Promise<StoredRecord | null>;
  unlist(id: string): Promise<boolean>;
}

/** How many ids one sweep looks at, whatever it may free: it must not hold up the process. */
const lookedAtPerSweep = 1_000;

/** How many partitions are asked at once: most of them list nothing. */
const readAhead = 16;

/**
 * What is listed: an ordered set of ids in each partition. A page goes on behind the last id of the one before, in the
 * order of partitions and ids, which no write moves; so it omits nothing that stays listed.
 */
export class Listing {
  readonly #keys: Keys;
  readonly #commands: Listed;
  /** Where the last sweep stopped. Every process walks on its own. */
  #sweptTo: Place = { partition: 0, after: "" };

  constructor(keys: Keys, commands: Listed) {
    this.#keys = keys;
    this.#commands = commands;
  }

  async list(kind: string, { limit, cursor }: { limit: number; cursor?: string }): Promise<Page> {
    const { ids, next } = await this.#walk(placeOf(cursor ?? "0:", this.#keys.partitions), kind, limit);
    const records = await Promise.all(ids.map((id) => this.#commands.read(id)));
    const page = { records: records.filter((record) => record !== null) };
    return next ? { ...page, cursor: `${next.partition}:${next.after}` } : page;
  }

  /** Redis frees records and payloads by itself; what is left is the listing of those that ended while they were listed. */
  async sweep({ limit }: { limit: number }): Promise<{ freed: number; more: boolean }> {
    const { ids, next } = await this.#walk(this.#sweptTo, "", Math.min(limit, lookedAtPerSweep));
    const unlisted = await Promise.all(ids.map((id) => this.#commands.unlist(id)));
    this.#sweptTo = next ?? { partition: 0, after: "" };
    return { freed: unlisted.filter(Boolean).length, more: next !== undefined };
  }

  /** Up to `limit` ids of a kind ("" = of all), and where to go on. */
  async #walk(from: Place, kind: string, limit: number): Promise<{ ids: string[]; next?: Place }> {
    const ids: string[] = [];
    let { partition, after } = from;
    while (partition < this.#keys.partitions) {
      const last = Math.min(partition + readAhead, this.#keys.partitions);
      const pages = [];
      for (let next = partition; next < last; next += 1) {
        const bounds = boundsOf(kind, next === partition ? after : "");
        pages.push(this.#commands.page(this.#keys.listing(next), ...bounds, limit - ids.length));
      }
      for (const found of await Promise.all(pages)) {
        const left = limit - ids.length;
        ids.push(...found.slice(0, left));
        if (found.length >= left) return { ids, next: { partition, after: ids.at(-1) ?? after } };
        partition += 1;
      }
      after = "";
    }
    return { ids };
  }
}

interface Place {
  readonly partition: number;
  readonly after: string;
}

function placeOf(cursor: string, partitions: number): Place {
  const [, partition, after = ""] = /^(\d{1,2}):(.*)$/s.exec(cursor) ?? [];
  if (partition !== undefined && Number(partition) < partitions) return { partition: Number(partition), after };
  throw new Tier2Error("store_unavailable", "Redis was not asked: the cursor is none that this store gave.");
}

/** A kind ends in a colon; what begins with it ends where the next character begins. */
function boundsOf(kind: string, after: string): [from: string, to: string] {
  const from = after ? `(${after}` : kind ? `[${kind}` : "-";
  return [from, kind ? `(${kind.slice(0, -1)};` : "+"];
}
