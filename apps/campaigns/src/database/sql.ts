/** Runs one statement. Numbers come back as text or as safe integers, times as text: the queries see to that. */
export interface SqlClient {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * All that the domain asks of a database, so that PGlite here and a Postgres server elsewhere fit behind it.
 * Inside `transaction` only the given client may be used; a throw rolls everything back.
 */
export interface Sql extends SqlClient {
  transaction<Result>(work: (tx: SqlClient) => Promise<Result>): Promise<Result>;
}
