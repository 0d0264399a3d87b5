import type { Command } from "../../src/confirmation/command.js";
import type { Binding, Confirmation, ConfirmationState } from "../../src/confirmation/confirmation.js";
import type { Decision } from "../../src/confirmation/decision.js";
import {
  aConfirmation,
  binding,
  complete,
  consume,
  ended,
  foreign,
  inFlight,
  nowMs,
  own,
  pending,
  renew,
  settle,
} from "./confirmations.js";

/** Every shape a record can have, by a name whose first word is its status. */
export const states: Record<string, (claim: string) => ConfirmationState | null> = {
  absent: () => null,
  pending: () => pending,
  in_flight: inFlight,
  "completed by claim": (claim) => ended("completed", "claim", claim),
  "completed by reconcile": (claim) => ended("completed", "reconcile", claim),
  "completed contradicted": (claim) => ({ ...ended("completed", "claim", claim), contradicted: true }) as never,
  "completed lost_claim": () => ended("completed", "reconcile", "none"),
  "not_executed by claim": (claim) => ended("not_executed", "claim", claim),
  "not_executed by reconcile": (claim) => ended("not_executed", "reconcile", claim),
  "not_executed lost_claim": () => ended("not_executed", "reconcile", "none"),
  "failed by claim": (claim) => ended("failed", "claim", claim),
  "failed contradicted": (claim) => ({ ...ended("failed", "claim", claim), contradicted: true }) as never,
};

const commands: Record<string, (bound: Binding) => Command> = {
  consume: (bound) => consume({ binding: bound }),
  renew: (bound) => renew({ binding: bound }),
  "complete completed": (bound) => complete("completed", { binding: bound }),
  "complete not_executed": (bound) => complete("not_executed", { binding: bound }),
  "complete failed": (bound) => complete("failed", { binding: bound }),
  "settle completed": () => settle("completed"),
  "settle not_executed": () => settle("not_executed"),
};

const members = ["owner", "tool", "params"] as const;
const subsets = members.reduce<(typeof members)[number][][]>(
  (all, member) => all.flatMap((subset) => [subset, [...subset, member]]),
  [[]],
);

export interface Cell {
  readonly state: string;
  readonly command: string;
  /** What the command's binding differs in. */
  readonly differs: readonly string[];
  readonly claim: "own" | "foreign";
  readonly deadline: "open" | "passed";
  readonly history: "current" | "changed";
  readonly data: "kept" | "gone";
  readonly confirmation: Confirmation | null;
  readonly asked: Command;
}

/** The full product for one state. */
export function cellsOf(state: string): Cell[] {
  const cells: Cell[] = [];
  for (const [command, ask] of Object.entries(commands))
    for (const differs of subsets)
      for (const claim of ["own", "foreign"] as const)
        for (const deadlineMs of [nowMs + 1, nowMs, nowMs - 1])
          for (const history of ["current", "changed"] as const)
            for (const data of ["kept", "gone"] as const) {
              const stands = states[state]?.(claim === "own" ? own : foreign) ?? null;
              const bound = { ...binding, ...Object.fromEntries(differs.map((member) => [member, `${member}-b`])) };
              const confirmation = stands && {
                ...aConfirmation(stands, { deadlineMs, historyCurrent: history === "current" }),
                data: data === "kept" ? "the recorded answer" : null,
              };
              const deadline = deadlineMs > nowMs ? "open" : "passed";
              cells.push({
                ...{ state, command, differs, claim, deadline, history, data, confirmation },
                asked: ask(bound),
              });
            }
  return cells;
}

/** A decision in the words of the table. */
export function inWords(decision: Decision): string {
  switch (decision.kind) {
    case "swap": {
      const { status, by, contradicted } = JSON.parse(decision.write.state);
      const { deadline, history } = decision.condition;
      return `→ ${[status, contradicted ? "contradicted" : by].filter(Boolean).join(" ")}, if ${deadline} ${history}`;
    }
    case "insert": {
      const { status, by } = JSON.parse(decision.write.state);
      return `insert ${status} ${by}`;
    }
    case "refuse":
      return `refuse ${[decision.reason, decision.detail].filter(Boolean).join(" ")}`;
    case "reject":
      return `reject ${decision.why}`;
    case "mine":
    case "replay":
      return decision.kind;
  }
}
