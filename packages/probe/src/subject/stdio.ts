import { setTimeout as sleep } from "node:timers/promises";
import { hiding, secretsNamed } from "../disclose/known-secrets.js";
import { setupError } from "../setup-error.js";
import { ChildTransport, type Command } from "./child-transport.js";
import { type CallOptions, callTool, defaultCallTimeoutMs, listTools, openClient } from "./client.js";
import type { Outcome } from "./outcome.js";
import { reasonOf } from "./reason.js";
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
    const why = await explained(reasonOf(error), transport, command);
    await transport.close();
    throw setupError(`The server did not start: ${why}`, error);
  });
  return {
    tools: () => listTools(client),
    async call(tool, args): Promise<Outcome> {
      const outcome = await callTool(client, tool, args, timeoutMs);
      if (outcome.kind !== "lost") return outcome;
      return { kind: "lost", message: await explained(outcome.message, transport, command) };
    },
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

const lastLines = 3;

/** With how the process ended and the last lines that it printed. Redacted whole, and then cut. */
async function explained(message: string, transport: ChildTransport, { env }: Command): Promise<string> {
  const hide = hiding(secretsNamed("env", env));
  const { how, printed } = await transport.ending();
  const lines = hide(printed)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-lastLines);
  const last = lines.length === 0 ? "" : `it printed last: ${lines.map((line) => line.slice(0, 200)).join(" | ")}`;
  return [hide(message), how, last].filter(Boolean).join("; ");
}
