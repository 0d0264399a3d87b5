import type { Reply } from "@holdpoint/tier2-core";

/** What was seen of one operation: by the ledger, by its callers, and by whoever asked last. */
export interface Observed {
  /** Lines of the ledger. */
  readonly starts: number;
  /** How many starts were right: one, or none for a token that had expired. */
  readonly allowed: 0 | 1;
  /** The answers "ok" that callers heard, as texts. */
  readonly heardOk: readonly string[];
  readonly last: Pick<Reply, "body">;
}

export interface Verdict {
  readonly doubled: boolean;
  readonly lost: boolean;
  readonly inDoubt: boolean;
}

type Ending = "executed" | "not executed" | "in doubt";

/** What the store says in the end. An operation that nobody knows any more is in doubt too: it may have happened. */
export function endingOf({ body }: Pick<Reply, "body">): Ending {
  if (body.status === "ok") return "executed";
  if (body.status !== "rejected") return "not executed";
  return body.reason === "unknown_or_used" || body.reason === "failed" ? "in doubt" : "not executed";
}

export function judge({ starts, allowed, heardOk, last }: Observed): Verdict {
  const ending = endingOf(last);
  const saysSomethingElse = heardOk.some((text) => text !== JSON.stringify(last.body));
  const contradictsTheLedger =
    (ending === "executed" && starts === 0) || (ending === "not executed" && starts > 0 && allowed > 0);
  const lost = saysSomethingElse || contradictsTheLedger;
  return { doubled: starts > allowed, lost, inDoubt: !lost && ending === "in doubt" };
}
