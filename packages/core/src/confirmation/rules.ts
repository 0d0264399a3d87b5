// One rule per cell of the table in machine.ts. Each sees one status and one command, and is pure.
import type { Command, Complete, Consume, Renew, Settle } from "./command.js";
import { type Confirmation, type ConfirmationState, isPast } from "./confirmation.js";
import { type Decision, refuse, reject } from "./decision.js";
import type { Times } from "./times.js";
import { claimWrite, endedState, endWrite } from "./write.js";

export type Rule<S extends ConfirmationState, C extends Command> = (
  confirmation: Confirmation & { readonly state: S },
  command: C,
  times: Times,
) => Decision;

export type Row<S extends ConfirmationState> = {
  readonly consume: Rule<S, Consume>;
  readonly renew: Rule<S, Renew>;
  readonly complete: Rule<S, Complete>;
  readonly settle: Rule<S, Settle>;
};

export type Pending = Extract<ConfirmationState, { status: "pending" }>;
export type InFlight = Extract<ConfirmationState, { status: "in_flight" }>;
export type Ended = Extract<ConfirmationState, { status: "completed" | "not_executed" | "failed" }>;

/** The lease is renewed while the handler runs, so what is left of it says little about when it will end. */
const longestRetryAfterMs = 5000;

/** Stands for the claim in a record that was settled after a failover had rolled it back to before its claim. */
const lostClaim = "none";

const always = { deadline: "any", history: "any" } as const;

export const claim: Rule<Pending, Consume> = (confirmation, command, times) => {
  if (!confirmation.historyCurrent) return refuse("unknown_or_used", "history_changed");
  if (isPast(confirmation)) return refuse("expired");
  const { claim, claimedAtMs } = command;
  return {
    kind: "swap",
    write: claimWrite({ status: "in_flight", binding: confirmation.state.binding, claim, claimedAtMs }, times),
    condition: { deadline: "open", history: "same" },
  };
};

export const tellRunning: Rule<InFlight, Consume> = (confirmation, command) => {
  if (confirmation.state.claim === command.claim) return { kind: "mine" };
  if (isPast(confirmation)) return refuse("unknown_or_used", "in_doubt");
  const leaseLeftMs = confirmation.deadlineMs - confirmation.nowMs;
  return refuse("unknown_or_used", "in_flight", Math.min(leaseLeftMs, longestRetryAfterMs));
};

export const replayOr =
  (tombstone: Decision): Rule<Ended, Consume> =>
  (confirmation) =>
    confirmation.data === null || isPast(confirmation) ? tombstone : { kind: "replay", data: confirmation.data };

export const renewOwn: Rule<InFlight, Renew> = ({ state }, command, times) =>
  state.claim === command.claim
    ? { kind: "swap", write: claimWrite(state, times), condition: always }
    : reject("not_claimed");

export const completeOwn: Rule<InFlight, Complete> = ({ state }, command, times) =>
  state.claim === command.claim
    ? { kind: "swap", write: endWrite(endedState(command, state), command.data, times), condition: always }
    : reject("not_claimed");

/** A failover rolled the record back to before the claim: the outcome goes onto it, under the new history only. */
export const completeRolledBack: Rule<Pending, Complete> = ({ state, historyCurrent }, command, times) =>
  historyCurrent || bindingRefusal(state, command) !== undefined
    ? reject("not_claimed")
    : {
        kind: "swap",
        write: endWrite(endedState(command, command), command.data, times),
        condition: { deadline: "any", history: "changed" },
      };

export const completeAgain: Rule<Ended, Complete> = ({ state }, command, times) => {
  if (!isClaimOf(state, command)) return reject("not_claimed");
  if (state.status === command.outcome) return { kind: "mine" };
  // The claim knows better than whoever settled it: it was told "not executed" and yet ran.
  if (state.by === "reconcile" && state.status === "not_executed") {
    const ended = { ...endedState(command, command), contradicted: true } as const;
    return { kind: "swap", write: endWrite(ended, command.data, times), condition: always };
  }
  return reject("already_settled");
};

/** Or of the claim that a failover lost: a token gets only one, so whoever holds one for this very binding is it. */
const isClaimOf = (state: Ended, command: Complete): boolean =>
  state.claim === command.claim || (state.claim === lostClaim && bindingRefusal(state, command) === undefined);

export const settleLapsed: Rule<InFlight, Settle> = (confirmation, command, times) =>
  isPast(confirmation)
    ? {
        kind: "swap",
        write: endWrite(endedState(command, confirmation.state), command.data, times),
        condition: { deadline: "passed", history: "any" },
      }
    : reject("still_running");

/** After a failover a pending record may hide a lost claim, so it can be settled like one. */
export const settleRolledBack: Rule<Pending, Settle> = ({ state, historyCurrent }, command, times) =>
  historyCurrent
    ? reject("not_claimed")
    : {
        kind: "swap",
        write: endWrite(
          endedState(command, { binding: state.binding, claim: lostClaim, claimedAtMs: 0 }),
          command.data,
          times,
        ),
        condition: { deadline: "any", history: "changed" },
      };

export const no =
  (why: Extract<Decision, { kind: "reject" }>["why"]): Rule<ConfirmationState, Command> =>
  () =>
    reject(why);

/** A mismatch is told as such on every state, and before anything else is told. */
export function bindingRefusal(state: ConfirmationState, command: Consume | Complete): Decision | undefined {
  if (state.binding.owner !== command.binding.owner) return refuse("wrong_owner");
  if (state.binding.tool !== command.binding.tool) return refuse("wrong_tool");
  if (state.binding.params !== command.binding.params) return refuse("params_changed");
  return undefined;
}
