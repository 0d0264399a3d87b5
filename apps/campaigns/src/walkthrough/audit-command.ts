import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Stage } from "./chapter.js";

const manifest = createRequire(import.meta.url).resolve("@holdpoint/tier2-audit/package.json");
const program = join(dirname(manifest), "dist/cli/main.js");

export interface Said {
  readonly exitCode: number;
  readonly text: string;
}

/** The real command, in a process of its own: shows what was typed (with short names for files) and what it says. */
export function auditCommand({ showLines }: Pick<Stage, "showLines">, shortNames: Readonly<Record<string, string>>) {
  const named = (arg: string) => shortNames[arg] ?? arg;
  return (...args: readonly string[]): Promise<Said> =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, "audit", ...args], (error, stdout, stderr) => {
        const text = `${stdout}${stderr}`.trim();
        showLines([`$ tier2 audit ${args.map(named).join(" ")}`, ...(text.split("\n\n", 1)[0]?.split("\n") ?? [])]);
        resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), text });
      });
    });
}
