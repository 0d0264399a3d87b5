/**
 * The confirmation machine. Pure: no I/O, no clock, no randomness. Nothing returns to `pending`, and there is
 * only ever one claim.
 *
 *            consume                 complete (same claim)
 *  pending ───────────▶ in_flight ───────────────────────▶ completed | not_executed | failed
 *     │ deadline            │ lease lapses
 *     ▼                     ▼
 *  (expired)            (in doubt) ── settle ──▶ completed | not_executed
 *
 * Source: the Tier-2 contract ("Vie du token"), tightened: a claim that went silent is never deleted and never
 * taken over, since nobody can know from here whether it took effect.
 */
import type { Command } from "./command.js";
import type { Confirmation, ConfirmationState } from "./confirmation.js";
import { type Decision, refuse, reject } from "./decision.js";
import {
  bindingRefusal,
  claim,
  completeAgain,
  completeOwn,
  completeRolledBack,
  type Ended,
  type InFlight,
  no,
  type Pending,
  type Row,
  type Rule,
  renewOwn,
  replayOr,
  settleLapsed,
  settleRolledBack,
  tellRunning,
} from "./rules.js";
import type { Times } from "./times.js";
import { endedState, endWrite } from "./write.js";

const ended = (tombstone: Decision): Row<Ended> => ({
  consume: replayOr(tombstone),
  renew: no("already_settled"),
  complete: completeAgain,
  settle: no("already_settled"),
});

type Table = { readonly pending: Row<Pending>; readonly in_flight: Row<InFlight> } & {
  readonly [S in Ended["status"]]: Row<Ended>;
};

/** Every status × every command. */
export const table: Table = {
  pending: { consume: claim, renew: no("not_claimed"), complete: completeRolledBack, settle: settleRolledBack },
  in_flight: { consume: tellRunning, renew: renewOwn, complete: completeOwn, settle: settleLapsed },
  completed: ended(refuse("unknown_or_used", "already_executed")),
  not_executed: ended(refuse("not_executed")),
  failed: ended(refuse("failed")),
};

/** What this command does to this confirmation (null: the store has none). Refusals in the contract's order. */
export function decide(confirmation: Confirmation | null, command: Command, times: Times): Decision {
  if (confirmation === null) return decideAbsent(command, times);
  const mismatch = command.type === "consume" ? bindingRefusal(confirmation.state, command) : undefined;
  if (mismatch !== undefined) return mismatch;
  const row: { readonly [T in Command["type"]]: unknown } = table[confirmation.state.status];
  return (row[command.type] as Rule<ConfirmationState, Command>)(confirmation, command, times);
}

function decideAbsent(command: Command, times: Times): Decision {
  switch (command.type) {
    case "consume":
      return refuse("unknown_or_used");
    case "complete":
      return {
        kind: "insert",
        write: {
          ...endWrite(endedState(command, command), command.data, times),
          body: "null",
          deadlineInMs: times.retentionMs,
        },
      };
    default:
      return reject("not_claimed");
  }
}
