/** Which of the texts share a start, character by character. Where few are left, or the start is long, a list. */
type Branch =
  | { readonly list: readonly string[] }
  | { readonly ends: string | undefined; readonly next: ReadonlyMap<number, Branch> };

const maxDepth = 64;

/**
 * The longest of these texts that stands at a place. Ten thousand are found about as fast as one: trying each at each
 * place of a long text would stop the process.
 */
export function findAny(texts: readonly string[]): (text: string, at: number) => string | undefined {
  const root = branch(
    [...texts].sort((a, b) => b.length - a.length),
    0,
  );
  return (text, at) => {
    let [here, longest]: [Branch | undefined, string | undefined] = [root, undefined];
    for (let place = at; here !== undefined; place += 1) {
      if ("list" in here) return here.list.find((each) => text.startsWith(each, at)) ?? longest;
      longest = here.ends ?? longest;
      here = here.next.get(text.charCodeAt(place));
    }
    return longest;
  };
}

function branch(texts: readonly string[], depth: number): Branch {
  if (texts.length === 1 || depth === maxDepth) return { list: texts };
  const alike = new Map<number, string[]>();
  for (const text of texts) {
    if (text.length === depth) continue;
    const unit = text.charCodeAt(depth);
    const known = alike.get(unit);
    if (known === undefined) alike.set(unit, [text]);
    else known.push(text);
  }
  const next = new Map([...alike].map(([unit, below]) => [unit, branch(below, depth + 1)]));
  return { ends: texts.find((text) => text.length === depth), next };
}
