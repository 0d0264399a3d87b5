import type { FirstWrite, Insert, Page, StoredRecord, Swap, SwapCondition, Write } from "@holdpoint/tier2-core";
import type { QueryPort, Row } from "./query-port.js";
import { recordOf, text } from "./row.js";
import type { Statements } from "./statements.js";

export interface Terms {
  /** What the history id is made of, as the functions of the schema take it. */
  readonly historyParts: string;
  /** The longest wait for a row that another transaction holds, where the connection has set none; 0 sets none. */
  readonly lockTimeoutMs: number;
  /** The answer must be as durable as a write, even if nothing is written. */
  readonly durable: boolean;
}

/**
 * The five operations of a store, each as one statement through a port: a pool's, or a transaction's of the caller.
 * They reject with what the driver rejects with.
 */
export class Records {
  readonly #port: QueryPort;
  readonly #statements: Statements;

  readonly #prepares: () => boolean;

  /** @param prepares whether the server parses and plans a statement of this port only once. */
  constructor(port: QueryPort, statements: Statements, prepares = () => false) {
    this.#port = port;
    this.#statements = statements;
    this.#prepares = prepares;
  }

  async insert(id: string, write: FirstWrite, terms: Terms): Promise<Insert> {
    const row = await this.#row(this.#statements.insert, [
      id,
      write.tag,
      write.state,
      write.body,
      write.data ?? null,
      write.deadlineInMs,
      write.payloadForMs ?? null,
      write.recordForMs ?? null,
      write.listed,
      ...termValues(terms),
    ]);
    const record = recordOf(id, row) as StoredRecord;
    return row.why === "ok" ? { ok: true, record } : { ok: false, why: "taken", record };
  }

  async swap(id: string, expectedTag: string, write: Write, condition: SwapCondition, terms: Terms): Promise<Swap> {
    const values = [
      id,
      expectedTag,
      condition.deadline,
      condition.history,
      write.tag,
      write.state,
      write.data ?? null,
      write.deadlineInMs ?? null,
      write.payloadForMs === undefined,
      write.payloadForMs ?? null,
      write.recordForMs === undefined,
      write.recordForMs ?? null,
      write.listed,
      terms.historyParts,
      terms.lockTimeoutMs,
    ];
    // The longer text is the cheaper one where it is parsed once.
    const [row] =
      terms.durable || !this.#prepares()
        ? await this.#rows(this.#statements.swap, [...values, terms.durable])
        : await this.#rows(this.#statements.swapAtOnce(terms.historyParts), values);
    const record = row === undefined ? null : recordOf(id, row);
    if (row === undefined || record === null) return { ok: false, why: "absent", record: null };
    const why = text(row, "why");
    return why === "ok" ? { ok: true, record } : { ok: false, why: why as "tag" | "deadline" | "history", record };
  }

  async get(id: string, historyParts: string): Promise<StoredRecord | null> {
    return recordOf(id, await this.#row(this.#statements.read, [id, historyParts]));
  }

  async list(kind: string, page: { limit: number; cursor?: string }, historyParts: string): Promise<Page> {
    const rows = await this.#rows(this.#statements.page, [kind, page.cursor ?? "", page.limit, historyParts]);
    const records = rows.flatMap((row) => recordOf(text(row, "id"), row) ?? []);
    const last = rows.length < page.limit ? undefined : rows.at(-1);
    return last === undefined ? { records } : { records, cursor: text(last, "id") };
  }

  async sweep({ limit }: { limit: number }): Promise<{ freed: number; more: boolean }> {
    const row = await this.#row(this.#statements.sweep, [limit]);
    return { freed: Number(row.freed), more: row.more === true };
  }

  /** The id of the history that the server is in, of the parts that are asked for. */
  async historyId(historyParts: string): Promise<string> {
    return text(await this.#row(this.#statements.historyId, [historyParts]), "history_id");
  }

  async #row(statement: string, values: unknown[]): Promise<Row> {
    const [row] = await this.#rows(statement, values);
    if (row === undefined) throw new TypeError("A statement that gives one row gave none.");
    return row;
  }

  async #rows(statement: string, values: unknown[]): Promise<readonly Row[]> {
    return (await this.#port.query(statement, values)).rows as readonly Row[];
  }
}

const termValues = ({ historyParts, lockTimeoutMs, durable }: Terms) => [historyParts, lockTimeoutMs, durable];
