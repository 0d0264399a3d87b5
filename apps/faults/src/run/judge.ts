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

type Ending = "executed" | "not executed" | "in doubt" | "forgotten";

/** What the store says in the end. */
function endingOf({ body }: Pick<Reply, "body">): Ending {
  if (body.status === "ok") return "executed";
  if (body.status !== "rejected") return "not executed";
  if (body.reason === "failed") return "in doubt";
  if (body.reason !== "unknown_or_used") return "not executed";
  return "detail" in body && body.detail !== undefined ? "in doubt" : "forgotten";
}

export function judge({ starts, allowed, heardOk, last }: Observed): Verdict {
  const ending = endingOf(last);
  // "In doubt" takes no answer back: an effect whose recording failed is told as what it was, once.
  const saysSomethingElse = ending !== "in doubt" && heardOk.some((text) => text !== JSON.stringify(last.body));
  const contradictsTheLedger =
    (ending === "executed" && starts === 0) || (ending === "not executed" && starts > 0 && allowed > 0);
  const lost = saysSomethingElse || contradictsTheLedger;
  // What nobody heard of and nobody knows any more may have happened.
  return { doubled: starts > allowed, lost, inDoubt: !lost && (ending === "in doubt" || ending === "forgotten") };
}
