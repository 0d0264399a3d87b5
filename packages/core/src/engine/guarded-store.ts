import { isTier2Error, Tier2Error } from "../errors.js";
import type { Platform } from "../ports.js";
import type { Store } from "../store.js";

/**
 * The store as the engine sees it: every failure and every silence becomes `store_unavailable`, so that nothing
 * downstream can take a broken store for an answer.
 */
export function guardedStore(store: Store, platform: Platform, timeoutMs: number): Store {
  const guarded = <T>(ask: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const cancel = platform.after(timeoutMs, () =>
        reject(new Tier2Error("store_unavailable", `Store "${store.name}" did not answer within ${timeoutMs} ms.`)),
      );
      const fail = (cause: unknown) => {
        cancel();
        if (isTier2Error(cause, "store_unavailable")) reject(cause);
        else reject(new Tier2Error("store_unavailable", `Store "${store.name}" failed.`, { cause }));
      };
      const succeed = (value: T) => {
        cancel();
        resolve(value);
      };
      // Inside a then, so that a store that throws instead of rejecting is caught too.
      Promise.resolve().then(ask).then(succeed, fail);
    });
  return {
    name: store.name,
    insert: (id, write) => guarded(() => store.insert(id, write)),
    swap: (id, tag, write, condition) => guarded(() => store.swap(id, tag, write, condition)),
    get: (id) => guarded(() => store.get(id)),
    list: (kind, page) => guarded(() => store.list(kind, page)),
    sweep: (page) => guarded(() => store.sweep(page)),
  };
}
