/** A message with those of its causes: `fetch failed` alone says nothing. */
export function reasonOf(error: unknown): string {
  const said: string[] = [];
  for (let each = error; each !== undefined && said.length < 5; each = each instanceof Error ? each.cause : undefined) {
    const { message, code } = each as { message?: unknown; code?: unknown };
    said.push(String(message || code || each));
  }
  return [...new Set(said)].join(": ");
}
