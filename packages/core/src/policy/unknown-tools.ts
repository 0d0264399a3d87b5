import type { Policy, PolicyRef } from "./policy.js";

/** A tool that a policy names and nobody has defined. */
export interface UnknownTool {
  /** Such as `policies[1].tools[0]`. */
  readonly place: string;
  readonly policy: PolicyRef;
  readonly tool: string;
  /** The known one that it is most like, where one is. */
  readonly like?: string;
}

/** Misspelt, a name protects nothing. Policies of other servers name tools of those. */
export function unknownTools(
  policies: readonly Policy[],
  { server, known }: { readonly server: string; readonly known: readonly string[] },
): readonly UnknownTool[] {
  return policies.flatMap((policy, at) => {
    if (policy.scope !== "named" || (policy.server !== undefined && policy.server !== server)) return [];
    const { id, version, tools } = policy;
    return tools.flatMap((tool, index): UnknownTool[] => {
      if (known.includes(tool)) return [];
      const like = mostLike(tool, known);
      const place = `policies[${at}].tools[${index}]`;
      return [{ place, policy: { id, version }, tool, ...(like !== undefined && { like }) }];
    });
  });
}

/** What is wrong, in a sentence for whoever wrote the policies. */
export function unknownToolProblem({ place, tool, like }: UnknownTool): string {
  const hint = like === undefined ? "" : ` Is ${JSON.stringify(like)} meant?`;
  return `${place} is ${JSON.stringify(tool)}, and there is no tool of that name, so it would protect nothing.${hint}`;
}

/** Differs from it by at most a third of its letters. */
function mostLike(name: string, known: readonly string[]): string | undefined {
  const most = Math.floor(name.length / 3);
  const [best] = known
    .map((one) => ({ one, steps: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps);
  return best?.one;
}

/** How many letters have to be added, left out or changed (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const above = row;
    row = [line + 1];
    for (const [column, other] of [...to].entries()) {
      const change = (above[column] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(change, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
