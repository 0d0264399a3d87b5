import { Idempotency } from "@node-idempotency/core";
import { freshArguments, resultOf } from "../cycles/job.js";
import type { Contestant } from "../harness/group.js";

/** `@node-idempotency/core` with one of its storages: lock, complete, replay. It has no step before the lock. */
export function nodeIdempotency(name: string, storage: ConstructorParameters<typeof Idempotency>[0]): Contestant {
  const idempotency = new Idempotency(storage, { cacheTTLMS: 300_000 });
  const argumentsAt = freshArguments();
  const life = Math.random().toString(36).slice(2);
  return {
    name,
    async run(index) {
      const body = argumentsAt(index);
      const request = {
        method: "POST",
        path: "/payout",
        body,
        headers: { "idempotency-key": `${life}-${body.offer_id}` },
      };
      if ((await idempotency.onRequest(request)) !== undefined) throw new Error(`${name}: not the first`);
      await idempotency.onResponse(request, { body: resultOf(body) });
      if ((await idempotency.onRequest(request)) === undefined) throw new Error(`${name}: not replayed`);
    },
  };
}
