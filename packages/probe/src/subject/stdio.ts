import { setTimeout as sleep } from "node:timers/promises";
import { secretsNamed } from "../disclose/known-secrets.js";
import { ChildTransport, type Command } from "./child-transport.js";
import { type CallOptions, callTool, defaultCallTimeoutMs, listTools, openClient } from "./client.js";
import type { Connection, Subject } from "./subject.js";

export interface StdioOptions extends Command, CallOptions {
  /** Hears what the server prints on its standard error. */
  readonly onStderr?: (text: string) => void;
}

/** An MCP server that is started as a child process: one for each client, as hosts do it. */
export function stdioSubject(options: StdioOptions): Subject {
  const { callTimeoutMs = defaultCallTimeoutMs, onStderr, ...command } = options;
  return {
    name: [command.command, ...(command.args ?? [])].join(" "),
    secrets: secretsNamed("env", command.env),
    connect: () => connect(command, callTimeoutMs, onStderr),
  };
}

async function connect(command: Command, timeoutMs: number, onStderr?: (text: string) => void): Promise<Connection> {
  const transport = new ChildTransport(command, onStderr);
  const client = await openClient(transport).catch(async (error: unknown) => {
    await transport.close();
    throw error;
  });
  return {
    tools: () => listTools(client),
    call: (tool, args) => callTool(client, tool, args, timeoutMs),
    async callAndCut(tool, args) {
      const begun = new Promise<boolean>((resolve) => {
        transport.onFirstByte = () => resolve(true);
      });
      const gone = callTool(client, tool, args, timeoutMs).then(
        () => true,
        () => true,
      );
      const received = await Promise.race([
        begun,
        gone.then(() => transport.onFirstByte === undefined),
        sleep(timeoutMs, false, { ref: false }),
      ]);
      await transport.sever();
      return { kind: "cut", received };
    },
    close: () => client.close(),
  };
}
