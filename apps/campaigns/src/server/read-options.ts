import { parseArgs } from "node:util";
import { CannotStart } from "./cannot-start.js";

const defaultPort = 4242;

export interface Options {
  readonly help: boolean;
  readonly stdio: boolean;
  readonly port: number;
  readonly dataFolder: string | undefined;
}

export const help = `Serves the ad-campaign example over MCP (Streamable HTTP or stdio) and as an HTTP API.

Usage: node dist/main.js [options]

  --port <number>   port on 127.0.0.1; 0 takes any free one (default ${defaultPort})
  --stdio           serve one MCP client over stdin and stdout instead of HTTP
  --data <folder>   keep the database in this folder (default: in memory, new at every start).
                    Needs CAMPAIGNS_SECRET_KEY, which seals the stored SMTP passwords
  -h, --help        show this

MCP is at /mcp, the HTTP API at /api/tools/<name>. Both want a demo token (README.md lists them).
Ctrl+C stops the server once running operations have ended.`;

/** @throws CannotStart for arguments that make no sense */
export function readOptions(args: readonly string[]): Options {
  const { help, stdio, port, data } = parsed(args);
  if (stdio && port !== undefined) throw new CannotStart("--stdio opens no port, so --port makes no sense with it.");
  if (data === "") throw new CannotStart("--data needs a folder.");
  return { help, stdio, port: port === undefined ? defaultPort : portNumber(port), dataFolder: data };
}

function parsed(args: readonly string[]) {
  const options = {
    help: { type: "boolean", short: "h", default: false },
    stdio: { type: "boolean", default: false },
    port: { type: "string" },
    data: { type: "string" },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\nnode dist/main.js --help lists the options.`);
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CannotStart(`--port must be a number from 0 to 65535, not "${text}".`);
}
