import { isTier2Error, Tier2Error } from "../errors.js";
import type { Platform } from "../ports.js";
import type { Store } from "../store.js";
import { isFound, isInsert, isPage, isSwap, isSweep } from "./store-answer.js";

/**
 * The store as the engine sees it: every failure, every silence and every answer outside the contract becomes
 * `store_unavailable`, so that nothing downstream can take a broken store for an answer.
 */
export function guardedStore(store: Store, platform: Platform, timeoutMs: number): Store {
  const unavailable = (problem: string, cause?: unknown) =>
    new Tier2Error("store_unavailable", `Store "${store.name}" ${problem}.`, { cause });

  const guarded = <T>(ask: () => Promise<T>, isAnswer: (value: unknown) => value is T): Promise<T> =>
    new Promise((resolve, reject) => {
      const cancel = platform.after(timeoutMs, () => reject(unavailable(`did not answer within ${timeoutMs} ms`)));
      const fail = (cause: unknown) => {
        cancel();
        reject(isTier2Error(cause, "store_unavailable") ? cause : unavailable("failed", cause));
      };
      const succeed = (value: T) => {
        cancel();
        if (isAnswer(value)) resolve(value);
        else reject(unavailable("gave an answer that is none"));
      };
      // Inside a then, so that a store that throws instead of rejecting is caught too.
      Promise.resolve().then(ask).then(succeed, fail);
    });
  return {
    name: store.name,
    insert: (id, write) => guarded(() => store.insert(id, write), isInsert(id, write)),
    swap: (id, tag, write, condition) => guarded(() => store.swap(id, tag, write, condition), isSwap(id, write)),
    get: (id) => guarded(() => store.get(id), isFound(id)),
    list: (kind, page) => guarded(() => store.list(kind, page), isPage),
    sweep: (page) => guarded(() => store.sweep(page), isSweep),
  };
}
