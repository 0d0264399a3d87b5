import { type Category, type Classification, classify, type Mutates, type Tier } from "@holdpoint/tier2-core";
import { type Observed, runsOf } from "../matrix/observed.js";
import type { Claims } from "../subject/hints.js";
import type { Disclosure } from "./disclosure.js";
import type { Found } from "./finding.js";
import { bearing, lostIn } from "./weigh.js";

export interface Proposal {
  readonly tier: Tier;
  readonly because: string;
  readonly classification: Classification;
  /** A policy that names a human for it, to be completed with who that is. Absent on Tier 1. */
  readonly policy?: string;
}

export interface Behaviour {
  readonly readOnly: Found;
  readonly destructive: Found;
  readonly idempotent: Found;
}

/** From what was seen to the operator's own words. Whatever could not be told stays unclassified, which is Tier 2. */
export function propose(observed: Observed, behaviour: Behaviour, disclosure: Disclosure, claims: Claims): Proposal {
  const mutates = mutatesOf(behaviour);
  const category = categoryOf(observed, behaviour);
  const classification: Classification = {
    ...(category !== undefined && { category }),
    ...(mutates !== undefined && { mutates }),
    ...(disclosure.discloses !== undefined && { discloses: disclosure.discloses }),
  };
  const { declared, value } = claims.destructiveHint;
  const raises = declared && value && !(claims.readOnlyHint.value && mutates === "nothing");
  const { tier, because } = classify(classification, raises ? { destructiveHint: true } : {});
  const { name } = observed.tool;
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const policy = `{ id: ${JSON.stringify(id)}, version: 1, scope: "named", tools: [${JSON.stringify(name)}], approvers: [/* who */], onDeadline: "lapse" }`;
  return { tier, because, classification, ...(tier === 2 && { policy }) };
}

function mutatesOf({ readOnly, destructive }: Behaviour): Mutates | undefined {
  if (readOnly === "true") return "nothing";
  if (destructive === "true") return "destructive";
  return readOnly === "false" && destructive === "false" ? "reversible" : undefined;
}

function categoryOf(observed: Observed, { destructive }: Behaviour): Category | undefined {
  const steps = (["ordinary", "parallel", "cut"] as const)
    .flatMap((name) => runsOf(observed, name))
    .flatMap((run) => run.steps);
  const changes = runsOf(observed, "ordinary").flatMap((run) => run.steps.flatMap((step) => step.changes));
  const seen = (effect: string) => steps.some((step) => step.changes.some((change) => change.effect === effect));
  if (seen("credential")) return "credentials";
  if (bearing(observed, steps, "recall", "breaks").length > 0) return "send";
  if (seen("usage")) return "budget";
  if (destructive !== "true") return undefined;
  const lost = lostIn(observed, changes);
  if (lost.length === 0) return undefined;
  const isRemoval = lost.some(({ kind }) => kind === "removed" || kind === "reduced");
  if (
    isRemoval &&
    changes.some(({ kind, from }) => from === "state" && kind !== "removed" && kind !== "reduced" && kind !== "touched")
  )
    return "sync";
  if (lost.length >= observed.bulkFrom) return "bulk";
  return isRemoval ? "delete" : "replace";
}
