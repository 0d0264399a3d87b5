import type { Store } from "@holdpoint/tier2-core";

/** A server's own connection to its store, which a chapter can cut, and which remembers all that passed. */
export interface WatchedStore extends Store {
  isCut: boolean;
  /** Everything that was written to the store or read from it, as text. */
  traffic(): string;
}

export function watchedStore(store: Store): WatchedStore {
  const seen: unknown[] = [];
  async function through<T>(sent: unknown, ask: () => Promise<T>): Promise<T> {
    if (watched.isCut) throw new Error("the connection to the store was cut");
    const answer = await ask();
    seen.push(sent, answer);
    return answer;
  }
  const watched: WatchedStore = {
    name: store.name,
    isCut: false,
    traffic: () => JSON.stringify(seen),
    insert: (id, write) => through({ id, write }, () => store.insert(id, write)),
    swap: (id, tag, write, condition) => through({ id, tag, write }, () => store.swap(id, tag, write, condition)),
    get: (id) => through({ id }, () => store.get(id)),
    list: (kind, page) => through({ kind }, () => store.list(kind, page)),
    sweep: (page) => through({}, () => store.sweep(page)),
  };
  return watched;
}
