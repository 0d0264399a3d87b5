import { Tier2Error } from "@holdpoint/tier2-core";

/** What to do about a failure, by its SQLSTATE, the first two characters of it, or the code of a socket's error. */
const advice: Readonly<Record<string, string>> = {
  "42P01": "its tables are missing. Run the migrations: call migrate() or `tier2-store-postgres migrate`",
  "3F000": "its schema is missing. Run the migrations: call migrate() or `tier2-store-postgres migrate`",
  "42883": "its functions are missing or older than this package. Run the migrations",
  "42501":
    "the role may not use its schema. Grant it USAGE on the schema and SELECT, INSERT, UPDATE, DELETE on its tables, EXECUTE on its functions",
  T2REP: "it is connected to a replica, which may lag behind. Connect to the primary",
  "25006": "it is read-only: a replica, or a primary that was told so. Connect to the primary",
  T2ISO: "its transactions are not READ COMMITTED. ALTER ROLE … SET default_transaction_isolation = 'read committed'",
  "01000": "a synchronous standby has not confirmed the commit, so it may yet be lost",
  "55P03": "another transaction holds the record. Its outcome is still open",
  "57014": "the statement was cancelled, or took longer than statement_timeout",
  "40001": "a concurrent transaction got in the way",
  "40P01": "a deadlock was resolved against it",
  "53100": "the server's disk is full",
  "53200": "the server is out of memory",
  "53300": "the server takes no more connections. Raise max_connections, or lower the size of the pools",
  "08": "the connection broke",
  "28": "the server refused the role or its password",
  "3D": "the database does not exist",
  "57": "the server is shutting down, starting up, or ended the connection",
  ECONNREFUSED: "nothing listens at the server's address",
  ENOTFOUND: "the server's name is unknown",
  ETIMEDOUT: "the server did not answer",
  ECONNRESET: "the connection broke",
  EPIPE: "the connection broke",
  CONNECT_TIMEOUT: "the server did not answer",
  CONNECTION_CLOSED: "the connection broke",
  CONNECTION_ENDED: "its client was ended",
  CONNECTION_DESTROYED: "its client was ended",
};

/** What a driver threw, without the values that were sent. */
export interface Failure {
  /** What is wrong and what to do about it, as the end of a sentence. */
  readonly problem: string;
  readonly cause: Error & { readonly code: string };
}

export function failureOf(error: unknown): Failure {
  const cause = withoutValues(error);
  const known = advice[cause.code] ?? advice[cause.code.slice(0, 2)];
  return { problem: known ?? (error instanceof Tier2Error ? cause.message : `it failed: ${cause.message}`), cause };
}

/**
 * Any failure as the store contract wants it: the attempt's outcome is unknown. The cause keeps the server's code and
 * message, and nothing of the values that were sent.
 */
export function unavailable(error: unknown): Tier2Error {
  if (error instanceof Tier2Error && error.code === "store_unavailable") return error;
  const { problem, cause } = failureOf(error);
  return new Tier2Error("store_unavailable", `Store "postgres": ${problem}.`, { cause });
}

/**
 * Drivers hang the parameters of a statement, and the row in its way, onto the errors they throw; a mapper writes them into
 * the message of an error of its own, around the driver's.
 */
function withoutValues(error: unknown): Error & { readonly code: string } {
  const { name, message, code, stack } = innermost(error) as Error & { code?: unknown };
  const cause = Object.assign(new Error(message), { code: typeof code === "string" ? code : "" });
  cause.name = name;
  if (stack !== undefined) cause.stack = stack;
  return cause;
}

const maxCauses = 8;

function innermost(error: unknown): Error {
  let inner = error instanceof Error ? error : new Error(String(error));
  for (let depth = 0; depth < maxCauses && inner.cause instanceof Error; depth += 1) inner = inner.cause;
  return inner;
}
