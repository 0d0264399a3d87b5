import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { CachePersistenceLayer } from "@aws-lambda-powertools/idempotency/cache";
import { freshArguments, resultOf } from "../cycles/job.js";
import type { Contestant } from "../harness/group.js";

type CacheClient = ConstructorParameters<typeof CachePersistenceLayer>[0]["client"];

/** `@aws-lambda-powertools/idempotency` with its cache layer: lock, complete, replay. */
export function powertools(name: string, client: CacheClient): Contestant {
  const config = new IdempotencyConfig({ hashFunction: "sha256", expiresAfterSeconds: 300 });
  // Outside AWS Lambda nobody tells it when the process will end; without that it lets duplicates run.
  config.registerLambdaContext({ getRemainingTimeInMillis: () => 60_000 } as never);
  const life = Math.random().toString(36).slice(2);
  let executions = 0;
  const update = makeIdempotent(
    async (args: { offer_id: number; life: string }) => {
      executions += 1;
      return resultOf(args);
    },
    { persistenceStore: new CachePersistenceLayer({ client }), config },
  );
  const argumentsAt = freshArguments();
  let expected = 0;
  return {
    name,
    async prepare() {
      if (executions !== expected) throw new Error(`${name}: ${executions} executions of ${expected} operations`);
    },
    async run(index) {
      const args = { ...argumentsAt(index), life };
      expected += 1;
      await update(args);
      await update(args);
    },
  };
}
