import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { freshArguments } from "../cycles/job.js";
import { planFor } from "../cycles/store-plan.js";
import type { Contestant } from "../harness/group.js";
import { bareSend } from "./redis-commands.js";

/** Reads, writes and lets end, and judges nothing: no tag, deadline, history, role, listing or retention of a payload. */
const text = `local before = redis.call('HMGET', KEYS[1], 'head', 'payload')
redis.call('HSET', KEYS[1], 'head', ARGV[1], 'payload', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return before`;
const digest = createHash("sha1").update(text).digest("hex");
const keptForMs = "300000";

/** What no store with a script for each of four transitions can beat: the same bytes, arguments made beforehand. */
export function smallestScripts(name: string, client: Redis): Contestant {
  const send = bareSend(client);
  const argumentsAt = freshArguments();
  let calls: string[][] = [];
  return {
    name,
    async prepare(operations) {
      await client.script("LOAD", text);
      calls = Array.from({ length: operations }, (_, index) => planFor(argumentsAt(index))).flatMap((plan) => {
        const { id, pending, claim, completion } = plan;
        const call = ({ tag, state }: { tag: string; state: string }, payload: string) => [
          ...[digest, "1", `smallest:${id}`, tag + state, payload, keptForMs],
        ];
        const ended = call(completion, pending.body + completion.data);
        return [call(pending, pending.body), call(claim, pending.body), ended, ended];
      });
    },
    async run(index) {
      let answer: unknown[] = [];
      for (let step = 0; step < 4; step += 1) answer = await send(calls[index * 4 + step] as string[]);
      if (answer.length !== 2 || answer[1] === null) throw new Error(`${name}: the payload did not come back`);
    },
  };
}
