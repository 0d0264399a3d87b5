import type { Store, TransactionalStore } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";

/** A server's own connection to its store, which a chapter can cut, and which remembers all that passed. */
export interface WatchedStore extends TransactionalStore<SqlClient> {
  isCut: boolean;
  /** Everything that was written to the store or read from it, as text. */
  traffic(): string;
}

export function watchedStore(store: TransactionalStore<SqlClient>): WatchedStore {
  const seen: unknown[] = [];
  const demandConnected = () => {
    if (watched.isCut) throw new Error("the connection to the store was cut");
  };
  const watch = (inner: Store): Store => {
    async function through<T>(sent: unknown, ask: () => Promise<T>): Promise<T> {
      demandConnected();
      const answer = await ask();
      seen.push(sent, answer);
      return answer;
    }
    return {
      name: inner.name,
      insert: (id, write) => through({ id, write }, () => inner.insert(id, write)),
      swap: (id, tag, write, condition) => through({ id, tag, write }, () => inner.swap(id, tag, write, condition)),
      get: (id) => through({ id }, () => inner.get(id)),
      list: (kind, page) => through({ kind }, () => inner.list(kind, page)),
      sweep: (page) => through({}, () => inner.sweep(page)),
    };
  };
  const watched: WatchedStore = {
    ...watch(store),
    isCut: false,
    traffic: () => JSON.stringify(seen),
    clashOf: (error) => store.clashOf(error),
    async transaction(work, limits) {
      demandConnected();
      return store.transaction(
        (begun) => work({ tx: begun.tx, store: watch(begun.store), handler: (run) => begun.handler(run) }),
        limits,
      );
    },
  };
  return watched;
}
