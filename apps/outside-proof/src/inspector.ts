import { fileOf, runProgram } from "./run-program.js";

const program = fileOf("@modelcontextprotocol/inspector", "clients/launcher/build/index.js");

/** The inspector's command line against a server: the result it prints. `home` is where it keeps its own files. */
export async function inspector<Result>(url: string, home: string, ...options: readonly string[]): Promise<Result> {
  const args = [program, "--cli", url, "--transport", "http", "--format", "json", "--quiet", ...options];
  const { code, stdout, stderr } = await runProgram(args, { HOME: home, USERPROFILE: home });
  try {
    return (JSON.parse(stdout) as { result: Result }).result;
  } catch (cause) {
    throw new Error(`The inspector ended with ${code} and said ${stdout}${stderr}`, { cause });
  }
}

export const callOf = (tool: string, args: object): string[] => [
  ...["--method", "tools/call", "--tool-name", tool],
  ...["--tool-args-json", JSON.stringify(args)],
];
