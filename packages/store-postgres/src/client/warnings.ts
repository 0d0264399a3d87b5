import type { QueryPort } from "../query-port.js";
import type { Transactions } from "../transactions/transactions.js";
import { isUnconfirmed, UnconfirmedCommit } from "./unconfirmed-commit.js";

/** Hears the warnings of a client of the package `postgres`, which tells them to the function it was made with only. */
export interface Warnings {
  readonly onnotice: (notice: { readonly [field: string]: unknown }) => void;
  /** How many unconfirmed commits were heard of so far. */
  readonly unconfirmed: () => number;
}

/**
 * What a client of `postgres` is made with, so that this store hears of commits that no synchronous standby confirmed:
 * `postgres(url, { onnotice: warnings.onnotice })`, then `postgresStore({ client, warnings })`.
 */
export function listenForWarnings(): Warnings {
  let unconfirmed = 0;
  return {
    onnotice: ({ code }) => {
      if (isUnconfirmed({ code: String(code) })) unconfirmed += 1;
    },
    unconfirmed: () => unconfirmed,
  };
}

/** Which statement a warning belongs to cannot be told, so it counts against all that are on their way. */
async function heeding<T>(warnings: Warnings, work: () => Promise<T>): Promise<T> {
  const before = warnings.unconfirmed();
  const answer = await work();
  if (warnings.unconfirmed() !== before) throw new UnconfirmedCommit();
  return answer;
}

export function heedingPort(port: QueryPort, warnings: Warnings): QueryPort {
  return { query: (text, values) => heeding(warnings, () => port.query(text, values)) };
}

/** Their commits are heeded too. */
export function heedingTransactions<Tx>(transactions: Transactions<Tx>, warnings: Warnings): Transactions<Tx> {
  return { ...transactions, run: (work) => heeding(warnings, () => transactions.run(work)) };
}
