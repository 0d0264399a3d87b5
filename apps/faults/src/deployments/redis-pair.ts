import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import { startProxy } from "../harness/proxy.js";
import type { Losing } from "../scenarios/lost-writes.js";
import { follow, inStep, lead } from "./replication.js";

/** The replica did not get the claims, and is promoted. The next time the roles are exchanged. */
export const promotion = () =>
  pair(async ({ primary, replica }) => {
    await lead(replica);
    return { leads: replica, follows: primary };
  });

/** The same, and then the old primary, which never restarted, takes over again from what the promoted one holds. */
export const failback = () =>
  pair(async ({ primary, replica }) => {
    await lead(replica);
    await follow(primary, replica);
    await inStep(primary, replica);
    await lead(primary);
    return { leads: primary, follows: replica };
  });

interface Roles {
  readonly primary: RedisServer;
  readonly replica: RedisServer;
}

async function pair(fail: (roles: Roles) => Promise<{ leads: RedisServer; follows: RedisServer }>): Promise<Losing> {
  let [primary, replica] = await Promise.all([startRedis(), startRedis()]);
  const heal = async () => {
    await follow(replica, primary);
    await inStep(replica, primary);
  };
  await heal();
  const proxy = await startProxy(primary.port);
  return {
    store: { kind: "redis", port: proxy.port },
    async prepare() {
      await inStep(replica, primary);
      // Pausing it would leave in its socket what it has yet to read. A port where nobody listens lets it keep its data.
      await follow(replica, { port: 1 });
    },
    async strike() {
      const { leads, follows } = await fail({ primary, replica });
      [primary, replica] = [leads, follows];
      proxy.retarget(primary.port);
      return undefined;
    },
    heal,
    async stop() {
      await proxy.close();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}
