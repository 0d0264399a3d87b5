/** Runs one statement. Numbers come back as text or as safe integers, times as text: the queries see to that. */
export interface SqlClient {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A client that also runs scripts of many statements, without values: for setting tables up. */
export interface ScriptClient extends SqlClient {
  script(text: string): Promise<void>;
}

/**
 * All that the domain asks of a database, so that PGlite and a Postgres server both fit behind it.
 * Inside `transaction` only the given client may be used; a throw rolls everything back.
 */
export interface Sql extends SqlClient {
  transaction<Result>(work: (tx: ScriptClient) => Promise<Result>): Promise<Result>;
}
