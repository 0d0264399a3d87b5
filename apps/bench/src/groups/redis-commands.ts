import type { Store } from "@holdpoint/tier2-core";
import { redisStore } from "@holdpoint/tier2-store-redis";
import type { Redis } from "ioredis";
import { acceptUnsafe } from "./redis-server.js";

type Command = (...args: string[]) => Promise<unknown>;

/**
 * Sends script calls as the store does: what is sent in one turn of the event loop goes out in writes of 32. Without
 * that the bare scripts would be no ceiling.
 */
export function bareSend(client: Redis): (args: readonly string[]) => Promise<unknown[]> {
  const { string } = client.createBuiltinCommand("evalsha") as unknown as {
    string(...args: readonly string[]): Promise<unknown[]>;
  };
  let gathered = 0;
  return (args) => {
    const { stream } = client;
    if (gathered === 0) {
      stream.cork();
      process.nextTick(() => {
        gathered = 0;
        stream.uncork();
      });
    } else if (gathered % 32 === 0) {
      stream.uncork();
      stream.cork();
    }
    gathered += 1;
    return string.apply(client, args as string[]);
  };
}

/**
 * The script calls that the store makes, taken down instead of sent: what they cost without the store is the ceiling
 * that it is measured against.
 */
export async function scriptCalls(client: Redis, ask: (store: Store) => Promise<unknown>[]): Promise<string[][]> {
  const taken: string[][] = [];
  let taking = false;
  const recorder = new Proxy(client, {
    get(target, member) {
      if (member !== "createBuiltinCommand") return Reflect.get(target, member, target);
      return (name: string) => {
        const command = target.createBuiltinCommand(name) as unknown as { string: Command };
        return {
          string: (...args: string[]) => {
            if (!taking) return command.string.apply(target, args);
            taken.push(args);
            return Promise.reject(new Error("taken down, not sent"));
          },
        };
      };
    },
  });
  const store = redisStore({ client: recorder, acceptUnsafe });
  await store.checkSetup();
  taking = true;
  await Promise.allSettled(ask(store));
  return taken;
}
