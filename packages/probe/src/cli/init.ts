import { draftPlan } from "../plan/draft.js";
import { isLoopback } from "../plan/loopback.js";
import type { PlannedServer } from "../plan/plan.js";
import { exitCodes } from "../report/exit-code.js";
import { setupError } from "../setup-error.js";
import { stdioSubject } from "../subject/stdio.js";
import { httpSubject } from "../subject/streamable-http.js";
import type { Flags, Terminal } from "./run-cli.js";

/** Lists the tools and calls none. */
export async function init(command: readonly string[], flags: Flags, terminal: Terminal): Promise<number> {
  const server = serverOf(command, flags);
  const allowHosts = flags["allow-host"] ?? [];
  const subject = "url" in server ? httpSubject({ ...server, allowHosts }) : stdioSubject(server);
  const connection = await subject.connect();
  try {
    terminal.out(`${JSON.stringify(draftPlan(server, await connection.tools()), null, 2)}\n`);
  } finally {
    await connection.close();
  }
  return exitCodes.agrees;
}

function serverOf([program, ...args]: readonly string[], flags: Flags): PlannedServer {
  if (flags.url === undefined) {
    if (program === undefined) throw setupError("Say which server: --url URL, or -- and the program that starts it.");
    return { command: program, args };
  }
  const host = URL.canParse(flags.url) ? new URL(flags.url).hostname : "";
  if (!isLoopback(host) && !flags["allow-host"]?.includes(host))
    throw setupError(`${host || "That"} is not this machine. Allow it with --allow-host.`);
  return { url: flags.url };
}
