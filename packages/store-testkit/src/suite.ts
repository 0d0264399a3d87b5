import { type Declared, declarationFor, type Power } from "./backend.js";
import type { Check } from "./check.js";
import { answerChecks } from "./concerns/answers.js";
import { awayChecks } from "./concerns/away.js";
import { deadlineChecks } from "./concerns/deadline.js";
import { historyChecks } from "./concerns/history.js";
import { insertChecks } from "./concerns/insert.js";
import { listingChecks } from "./concerns/listing.js";
import { payloadChecks } from "./concerns/payload.js";
import { raceChecks } from "./concerns/races.js";
import { refusalChecks } from "./concerns/refusal.js";
import { repeatChecks } from "./concerns/repeat.js";
import { retentionChecks } from "./concerns/retention.js";
import { swapChecks } from "./concerns/swap.js";
import { sweepChecks } from "./concerns/sweep.js";
import { textChecks } from "./concerns/texts.js";
import { timeChecks } from "./concerns/times.js";

/** Every check there is, by concern. */
export const concerns = {
  insert: insertChecks,
  swap: swapChecks,
  refusal: refusalChecks,
  deadline: deadlineChecks,
  history: historyChecks,
  payload: payloadChecks,
  retention: retentionChecks,
  listing: listingChecks,
  sweep: sweepChecks,
  races: raceChecks,
  texts: textChecks,
  times: timeChecks,
  answers: answerChecks,
  "repeated attempts": repeatChecks,
  "an unreachable store": awayChecks,
} as const satisfies Record<string, readonly Check[]>;

type Concern = keyof typeof concerns;

/** The checks that apply to a backend, given what it declares about itself. */
export function concernsFor(declared: Declared): Record<Concern, readonly Check[]> {
  const applicable = Object.entries(concerns).map(([concern, checks]) => [concern, applying(checks, declared)]);
  return Object.fromEntries(applicable) as Record<Concern, readonly Check[]>;
}

function applying(checks: readonly Check[], declared: Declared): readonly Check[] {
  return checks.flatMap((check) => {
    if (check.needs && reasonAgainst(check.needs, declared) !== undefined) return [];
    if (check.standsInFor === undefined) return [check];
    const reason = reasonAgainst(check.standsInFor, declared);
    return reason === undefined ? [] : [{ ...check, title: standingIn(check, checks, reason) }];
  });
}

function standingIn({ standsInFor, title }: Check, checks: readonly Check[], reason: string): string {
  const replaced = new Set(checks.filter(({ needs }) => needs === standsInFor).map(({ requirement }) => requirement));
  return `not applicable: ${[...replaced].join(", ")}, since ${reason}; ${title}`;
}

function reasonAgainst(power: Power, declared: Declared): string | undefined {
  const reason = declared[declarationFor[power]];
  if (reason?.trim() === "") throw new Error(`${declarationFor[power]} is a declaration: it needs its reason.`);
  return reason;
}
