import { parseArgs } from "node:util";
import { redact } from "../disclose/scan.js";
import { exitCodes } from "../report/exit-code.js";
import { plain } from "../report/plain.js";
import { init } from "./init.js";
import { run } from "./run.js";
import { usage } from "./usage.js";

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly color: boolean;
  /** Whether lines of progress may be written over each other. */
  readonly progress: boolean;
}

const options = {
  tool: { type: "string", multiple: true },
  json: { type: "string" },
  markdown: { type: "string" },
  junit: { type: "string" },
  baseline: { type: "string" },
  "update-baseline": { type: "boolean" },
  "allow-host": { type: "string", multiple: true },
  strict: { type: "boolean" },
  color: { type: "boolean" },
  url: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

export type Flags = ReturnType<typeof parse>["values"];
const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options, allowPositionals: true, allowNegative: true });

/** @returns the exit code: see `exitCodes` */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parse(argv);
    const [command, ...rest] = positionals;
    if (values.help === true) return told(terminal.out, exitCodes.agrees);
    if (command === "run" && rest.length === 1) return await run(String(rest[0]), values, terminal);
    if (command === "init") return await init(rest, values, terminal);
    return told(terminal.err, exitCodes.not_run);
  } catch (error) {
    terminal.err(`tier2-probe: ${plain(redact(error instanceof Error ? error.message : String(error)))}\n`);
    return exitCodes.not_run;
  }
}

function told(write: (text: string) => void, code: number): number {
  write(usage);
  return code;
}
