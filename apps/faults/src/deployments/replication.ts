import type { RedisServer } from "@holdpoint/test-servers";
import { until } from "../harness/until.js";

export const follow = (server: RedisServer, { port }: { readonly port: number }) =>
  server.command("REPLICAOF", "127.0.0.1", String(port));

export const lead = (server: RedisServer) => server.command("REPLICAOF", "NO", "ONE");

/** The replica has all that the primary has. */
export const inStep = (replica: RedisServer, primary: RedisServer) =>
  until(async () => {
    const [at, copied] = await Promise.all([primary.info("replication"), replica.info("replication")]);
    return copied.master_link_status === "up" && copied.slave_repl_offset === at.master_repl_offset;
  }, 20);
