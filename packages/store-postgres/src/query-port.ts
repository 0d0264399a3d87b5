/** One row as the driver gives it, by column name. */
export type Row = Readonly<Record<string, unknown>>;

interface QueryAnswer {
  readonly rows: readonly unknown[];
  /** The command that the server says it ran, from the clients that tell it. */
  readonly command?: string;
}

/**
 * All that this package asks of a Postgres client: one statement with `$1` parameters, its rows back. A `pg` Pool or
 * Client and a PGlite are one as they are.
 */
export interface QueryPort {
  query(text: string, values: unknown[]): Promise<QueryAnswer>;
}
