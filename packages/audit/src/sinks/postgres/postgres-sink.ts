import { Tier2Error } from "@holdpoint/tier2-core";
import {
  type Connected,
  connected,
  defaultSchema,
  inTransaction,
  type PostgresClient,
  type QueryPort,
  type Transactions,
  type Warnings,
} from "@holdpoint/tier2-store-postgres/beside";
import { headOf } from "../../entry/read-entry.js";
import type { Seal, Sink } from "../../sink.js";
import { type End, Entries, emptyLog } from "./entries.js";
import { startCheck } from "./start-check.js";
import { unwritten } from "./unwritten.js";

export interface PostgresSinkOptions<Tx = unknown> {
  /** Yours: the sink opens no connection of its own and ends none. A Pool of pg, the `sql` of postgres, or a PGlite. */
  readonly client: PostgresClient;
  /** Where `migrateAudit` has put the tables. Default `holdpoint`. */
  readonly schema?: string;
  /** Of the log: a schema holds as many as there are names. Default `audit`. */
  readonly name?: string;
  /** Of a mapper on the same database, if it is its transactions that the tools have. */
  readonly transactions?: Transactions<Tx>;
  /**
   * Are the transactions of tools in the same database, so that an entry can be committed with the effect it tells of?
   * Default true. With `false` every entry has a transaction of its own.
   */
  readonly joins?: boolean;
  /** The longest wait for another transaction that appends, in ms, where the connection has no lock_timeout. Default 5,000. */
  readonly lockTimeoutMs?: number;
  /** As for the store: what the `onnotice` of a client of `postgres` was given. */
  readonly warnings?: Warnings;
}

/** A log in Postgres. */
export interface PostgresSink extends Sink {
  /**
   * Looks whether the database is fit: migrated, in UTF-8, a primary. The first append does so too.
   *
   * @throws Tier2Error `invalid_setup`, telling what is wrong and what to do; `journal_unavailable` if it cannot be asked.
   */
  checkSetup(): Promise<void>;
}

/** How often a log that others append to meanwhile is met at its end, before they are made to wait. */
const mostTries = 3;
const linesAPage = 500;
const newlineChars = 1;

/**
 * A log in your Postgres, through your client. An append is one statement, as long as no other process appended since; any
 * number of processes may.
 *
 * @throws Tier2Error `invalid_setup` for an option that cannot work. Nothing is sent before the first call.
 */
export function postgresSink<Tx>(options: PostgresSinkOptions<Tx>): PostgresSink {
  const { client, schema = defaultSchema, name = "audit", lockTimeoutMs = 5_000, joins = true, warnings } = options;
  const own = connected(client, { warnings });
  const entries = new Entries({ schema, name, lockTimeoutMs });
  const transactions = (options.transactions ?? own.transactions) as Transactions<unknown>;
  return new Log({ own, entries, schema, name, joined: joins ? transactions : undefined });
}

interface LogParts {
  readonly own: Connected;
  readonly entries: Entries;
  readonly schema: string;
  readonly name: string;
  readonly joined: Transactions<unknown> | undefined;
}

class Log implements PostgresSink {
  readonly name: string;
  readonly #parts: LogParts;
  /** Where the log ended when we last saw it. Others may have appended since: the database says so. */
  #end = emptyLog;
  #ready: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.name = `Postgres, schema ${parts.schema}, log ${parts.name}`;
  }

  checkSetup(): Promise<void> {
    this.#ready ??= startCheck(this.#parts.own.port, this.#parts.schema).catch((error: unknown) => {
      this.#ready = undefined; // what was wrong may be mended by the next call
      throw unwritten(error);
    });
    return this.#ready;
  }

  joins(tx: unknown): boolean {
    return this.#parts.joined !== undefined && tx !== undefined && tx !== null;
  }

  async append(seal: Seal, within?: { readonly tx: unknown }): Promise<void> {
    if (this.#isClosed) throw new Tier2Error("closed", `Audit log, ${this.name}: it was closed.`);
    const { joined } = this.#parts;
    try {
      if (within !== undefined && joined !== undefined && this.joins(within.tx)) {
        await this.#appendUnderLock(joined.port(within.tx), seal);
      } else {
        await this.checkSetup();
        await this.#appendAlone(seal);
      }
    } catch (error) {
      throw unwritten(error);
    }
  }

  async *read({ fromSeq = 1 }: { readonly fromSeq?: number } = {}): AsyncGenerator<Uint8Array> {
    const { own, entries } = this.#parts;
    for (let from = fromSeq; ; ) {
      const page = await entries.read(own.port, from, linesAPage).catch((error: unknown) => {
        throw unwritten(error);
      });
      for (const { line } of page) yield Buffer.from(`${line}\n`);
      const last = page.at(-1);
      if (last === undefined || page.length < linesAPage) return;
      from = last.seq + 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #appendAlone(seal: Seal): Promise<void> {
    const { own } = this.#parts;
    if (await this.#appendThrough(own.port, seal, mostTries, { isCommitted: true })) return;
    if (own.isSingle) throw this.#broken("others keep appending to it, and a single Client cannot make them wait");
    await inTransaction(own.transactions, (port) => this.#appendUnderLock(port, seal));
  }

  /** The first try takes the lock, so in one transaction the second succeeds. */
  async #appendUnderLock(port: QueryPort, seal: Seal): Promise<void> {
    if (await this.#appendThrough(port, seal, 2, { isCommitted: false })) return;
    throw this.#broken("the number of its last line is not the one that stands in it");
  }

  /** False if the log ended otherwise than we knew, each of so many times. */
  async #appendThrough(port: QueryPort, seal: Seal, tries: number, { isCommitted }: { isCommitted: boolean }) {
    let end = this.#end;
    for (let left = tries; left > 0; left -= 1) {
      const lines = seal(end.head).map((line) => line.slice(0, -newlineChars));
      if (lines.length === 0) return true;
      const answer = await this.#parts.entries.append(port, end, lines);
      if (answer.ok) {
        // What a transaction has not committed may yet be gone.
        if (isCommitted) this.#end = this.#endWith(lines.at(-1) ?? null);
        return true;
      }
      end = this.#endWith(answer.lastLine);
      this.#end = end;
    }
    return false;
  }

  #endWith(line: string | null): End {
    if (line === null) return emptyLog;
    const head = headOf(Buffer.from(`${line}\n`));
    if (head !== undefined) return { head, line };
    throw this.#broken(
      "its last line is no intact entry, so nothing can follow it. Verify it; to go on, begin a log of another name and keep this one",
    );
  }

  #broken = (problem: string) => new Tier2Error("journal_unavailable", `Audit log, ${this.name}: ${problem}.`);
}
