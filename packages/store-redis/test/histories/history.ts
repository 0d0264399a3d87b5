/** One operation of a recorded history. Times are of the one monotonic clock of the machine, in milliseconds. */
export interface Recorded {
  readonly token: number;
  readonly kind: "consume" | "complete" | "read";
  /** Who asked: unique for each claim. */
  readonly by: string;
  readonly sentMs: number;
  readonly answeredMs: number;
  /** Was the swap accepted? Reads are never. */
  readonly accepted: boolean;
  /** The recorded answer that came with the record, or that was written. */
  readonly data: string | null;
}

/** What of the promise a history breaks: empty if nothing. Pure. */
export function violationsOf(history: readonly Recorded[]): string[] {
  const byToken = new Map<number, Recorded[]>();
  for (const recorded of history) {
    const those = byToken.get(recorded.token);
    if (those) those.push(recorded);
    else byToken.set(recorded.token, [recorded]);
  }
  return [...byToken.values()].flatMap(violationsOfToken);
}

function violationsOfToken(operations: readonly Recorded[]): string[] {
  const token = `token ${operations[0]?.token}`;
  const consumes = operations.filter(({ kind, accepted }) => kind === "consume" && accepted);
  const completions = operations.filter(({ kind, accepted }) => kind === "complete" && accepted);
  const found: string[] = [];
  if (consumes.length > 1) found.push(`${token} was consumed by ${consumes.map(({ by }) => by).join(" and ")}`);
  const [consume] = consumes;
  for (const { by, answeredMs } of completions) {
    if (by !== consume?.by) found.push(`${token} was completed by ${by}, who did not consume it`);
    else if (answeredMs < consume.sentMs) found.push(`${token} was completed before it was consumed`);
  }
  const [completion] = completions;
  for (const { kind, accepted, data, by, sentMs, answeredMs } of operations) {
    if (accepted || kind === "complete") continue;
    if (data !== null && data !== completion?.data) found.push(`${token} replayed to ${by} what was never recorded`);
    if (data !== null && completion && answeredMs < completion.sentMs)
      found.push(`${token} replayed before its completion`);
    if (data === null && completion && sentMs > completion.answeredMs)
      found.push(`${token} was shown to ${by} as it no longer stood`);
  }
  return found;
}
