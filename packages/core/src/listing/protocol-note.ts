import type { Hints } from "../classification/classification.js";
import type { ToolSummary } from "../tool/judge-tool.js";

const steps = (tool: string) =>
  `The first call only previews: it runs nothing and answers with a preview and a confirm_token. Show the preview to the user. If they agree, call "${tool}" again with the SAME arguments plus confirm_token. If the preview carries duplicate_of, the same operation ran a short time ago or is still open: run it once more only if the user wants that, with acknowledge_duplicate. Retries with the same confirm_token are safe: the operation runs once, and they return its recorded result.`;

/** Writes the description that is shown: the author's own, and the two steps, so that a model knows them beforehand. */
export const describeTool = (summary: ToolSummary | undefined) => (own: string, hints: Hints | undefined) =>
  [own, ...(summary === undefined ? [] : noteFor(summary, hints))].join("\n\n");

/** Nothing for a tool that runs at once: there the note would be false. */
function noteFor({ name, tier, because }: ToolSummary, hints: Hints | undefined): string[] {
  if (tier === "by arguments") return [`If the arguments ask for it, this tool takes two steps. ${steps(name)}`];
  const raised = because === "harmless" && hints?.destructiveHint === true;
  return tier === 2 || raised ? [`This tool takes two steps. ${steps(name)}`] : [];
}
