import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../free-port.js";
import { startServer } from "../server-process.js";
import { redisCommand } from "./command.js";
import { noProgram, redisProgram } from "./program.js";
import { type RedisPair, startRedisPair } from "./redis-pair.js";
import { until } from "./until.js";

export interface RedisSentinels extends RedisPair {
  /** What clients are told: the name of the primary, and the ports of three Sentinels. */
  readonly name: string;
  readonly ports: readonly number[];
  /** The port of the present primary, as the Sentinels see it. */
  primaryPort(): Promise<number>;
}

const name = "tier2";

/** A primary, its replica and three Sentinels that promote the replica when the primary is silent for a second. */
export async function startRedisSentinels(): Promise<RedisSentinels> {
  const pair = await startRedisPair({ persistence: "log" });
  const sentinels = await Promise.all([0, 1, 2].map(() => startSentinel(pair.primary.port)));
  const ports = sentinels.map(({ port }) => port);
  const stop = async () => {
    await Promise.all([pair.stop(), ...sentinels.map((sentinel) => sentinel.stop())]);
  };
  const sees = async (port: number) => {
    const [known] = (await redisCommand(port, ["SENTINEL", "MASTERS"])) as [string[]];
    const field = (wanted: string) => Number(known[known.indexOf(wanted) + 1]);
    return field("num-other-sentinels") === 2 && field("num-slaves") === 1;
  };
  await until("the Sentinels know each other", async () => (await Promise.all(ports.map(sees))).every(Boolean)).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return {
    ...pair,
    name,
    ports,
    async primaryPort() {
      const answers = await Promise.all(
        ports.map((port) => redisCommand(port, ["SENTINEL", "GET-MASTER-ADDR-BY-NAME", name])),
      );
      return Number((answers[0] as string[])[1]);
    },
    stop,
  };
}

async function startSentinel(primaryPort: number) {
  const program = await redisProgram();
  if (!program) throw new Error(noProgram);
  const port = await freePort();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sentinel-"));
  const file = path.join(folder, "sentinel.conf"); // it writes there what it learns
  fs.writeFileSync(
    file,
    [
      `port ${port}`,
      "bind 127.0.0.1",
      `dir ${folder}`,
      `sentinel monitor ${name} 127.0.0.1 ${primaryPort} 2`,
      `sentinel down-after-milliseconds ${name} 1000`,
      `sentinel failover-timeout ${name} 5000`,
    ].join("\n"),
  );
  const server = await startServer(program.file, [file, "--sentinel"], {
    env: program.env,
    cwd: folder,
    ready: { port, hello: "PING\r\n", isReady: (answer) => answer.startsWith("+PONG") },
  });
  return {
    port,
    async stop() {
      await server.end("SIGKILL");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
