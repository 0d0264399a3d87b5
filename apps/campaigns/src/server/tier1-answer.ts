import type { Rejected } from "@holdpoint/tier2-core";
import type { Tier1Tool } from "../tools/tier1/tier1-tool.js";

/** What a Tier-1 tool answers over MCP and HTTP alike: its result, or a refusal that reads like Tier-2's. */
export async function tier1Answer(tool: Tier1Tool, args: unknown): Promise<object | Rejected> {
  const params = tool.input.safeParse(args);
  if (!params.success) {
    const issues = params.error.issues.map(({ path, message }) => [...path.map(String), message].join(": "));
    return rejected(tool, "invalid_params", `Invalid arguments: ${issues.join("; ")}.`);
  }
  const result = await tool.run(params.data);
  return "refused" in result ? rejected(tool, "not_possible", result.refused) : result;
}

const rejected = ({ name }: Tier1Tool, reason: Rejected["reason"], error: string): Rejected => ({
  status: "rejected",
  tool: name,
  error,
  reason,
});

export const isRejected = (answer: object): answer is Rejected => (answer as Rejected).status === "rejected";
