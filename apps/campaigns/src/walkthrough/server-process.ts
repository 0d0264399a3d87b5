import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Stage } from "./chapter.js";

export interface ServerProcess {
  readonly url: string;
  /** As the operating system does when memory runs out: it has no chance to clean up. */
  kill(): Promise<void>;
}

interface Settings {
  readonly databaseUrl: string;
  readonly schema: string;
  readonly secretKey: string;
}

const main = fileURLToPath(new URL("../main.js", import.meta.url));

/** `node dist/main.js` on a Postgres server: a process of its own. */
export async function serverProcess({ atEnd }: Pick<Stage, "atEnd">, settings: Settings): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main, "--port", "0", "--schema", settings.schema], {
    env: { ...process.env, DATABASE_URL: settings.databaseUrl, CAMPAIGNS_SECRET_KEY: settings.secretKey },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  atEnd(kill);
  return { url: await urlOf(child), kill };
}

function urlOf(child: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes) => {
        said += String(bytes);
        const url = /MCP +(http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    child.once("close", () => reject(new Error(`The server did not start: ${said}`)));
  });
}
