import { type ParseArgsConfig, parseArgs } from "node:util";
import { CannotRun } from "./io.js";

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

const all = {
  ...{ checkpoint: texts, "public-key": texts, key: texts },
  ...{ operation: text, requester: text, tool: text, kind: text, since: text, until: text },
  ...{ out: text, "private-key": text, name: text, schema: text },
  ...{ json: flag, encryption: flag, help: flag },
} satisfies ParseArgsConfig["options"];

export type Given = ReturnType<typeof parsed>["values"];

const parsed = (args: readonly string[]) => parseArgs({ args: [...args], options: all, allowPositionals: true });

const forLogs = ["name", "schema"] as const;

/** What each command takes: an option that it would ignore is a mistake of whoever gave it. */
const taken: { readonly [command: string]: readonly (keyof Given)[] } = {
  verify: ["checkpoint", "public-key", "json", ...forLogs],
  show: ["operation", "requester", "tool", "kind", "since", "until", "key", "json", ...forLogs],
  export: ["operation", "checkpoint", "public-key", "key", "out", ...forLogs],
  "receipt verify": ["public-key", "json"],
  checkpoint: ["private-key", "checkpoint", "public-key", ...forLogs],
  keygen: ["encryption"],
};

export interface Command {
  readonly name: string;
  /** The log, the receipt or the name. */
  readonly about: string;
  readonly given: Given;
}

/** @throws CannotRun */
export function commandIn(args: readonly string[]): Command | "help" {
  let values: Given;
  let positionals: string[];
  try {
    ({ values, positionals } = parsed(args));
  } catch (error) {
    throw new CannotRun((error as Error).message);
  }
  if (values.help === true || positionals.length === 0) return "help";
  const [program, ...words] = positionals;
  if (program !== "audit") throw new CannotRun(`There is no command "${program}". Did you mean "tier2 audit"?`);
  const name = words[0] === "receipt" ? words.slice(0, 2).join(" ") : (words[0] ?? "");
  const [about, ...more] = words.slice(name.split(" ").length);
  if (!Object.hasOwn(taken, name)) throw new CannotRun(`There is no command "tier2 audit ${name}".`);
  if (about === undefined || more.length > 0) throw new CannotRun(`"tier2 audit ${name}" is about one thing.`);
  const other = Object.keys(values).find((option) => !taken[name]?.includes(option as keyof Given));
  if (other !== undefined) throw new CannotRun(`"tier2 audit ${name}" takes no --${other}.`);
  return { name, about, given: values };
}
