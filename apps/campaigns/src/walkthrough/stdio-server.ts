import { fileURLToPath } from "node:url";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Agent } from "./agent.js";
import type { Stage } from "./chapter.js";

export interface StdioServer {
  readonly agent: Agent;
  /** Lines on its stdout that were no MCP messages. */
  readonly strayOutput: readonly Error[];
  /** As the operating system or an impatient user would: it has no chance to clean up. */
  kill(): Promise<void>;
  /** The client goes away; the server ends by itself. */
  end(): Promise<void>;
}

/** The server as a desktop client starts it: `node dist/main.js --stdio --data <folder>`, a process of its own. */
export async function stdioServer(
  { connect, atEnd }: Stage,
  { dataFolder, secretKey, hasUser = false }: { dataFolder: string; secretKey: string; hasUser?: boolean },
): Promise<StdioServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL("../main.js", import.meta.url)), "--stdio", "--data", dataFolder],
    env: { ...getDefaultEnvironment(), CAMPAIGNS_SECRET_KEY: secretKey },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (bytes) => {
    log += String(bytes);
  });
  const agent = await connect("desktop client", transport, hasUser).catch((error) => {
    throw new Error(`The server did not start: ${log}`, { cause: error });
  });
  const strayOutput: Error[] = [];
  agent.client.onerror = (error) => strayOutput.push(error);
  const gone = new Promise<void>((resolve) => {
    agent.client.onclose = resolve;
  });
  const end = async () => {
    await agent.client.close();
    await gone;
  };
  atEnd(end);
  return {
    agent,
    strayOutput,
    end,
    async kill() {
      if (transport.pid !== null) process.kill(transport.pid, "SIGKILL");
      await gone;
    },
  };
}
