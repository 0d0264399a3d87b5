import type { Tier2Event } from "@holdpoint/tier2-core";
import type { Kind } from "./entry.js";

type Kinds = Exclude<Kind, "log">;

/** What kind of entry an event becomes, and by which of the engine's two ways it is taken. Nothing is taken twice. */
export interface Route {
  readonly kind: Kinds;
  /** `journal`: awaited by whoever caused it. `events`: queued, and written soon. */
  readonly by: "journal" | "events";
}

const route = (kind: Kinds, by: Route["by"]): Route => ({ kind, by });
const decidedOnRecord = route("decided", "journal");
const decided = route("decided", "events");
const doneOnRecord = route("done", "journal");
const done = route("done", "events");

/** What was proposed, asked for, allowed or refused is decided; what became of it is done. */
export const routes: { readonly [T in Tier2Event["type"]]: Route } = {
  // What is proposed, and what people say of it.
  proposed: decided,
  elicited: decided,
  approval_requested: decidedOnRecord,
  approval_allowed: decidedOnRecord,
  approval_denied: decidedOnRecord,
  approval_retracted: decidedOnRecord,
  approval_withdrawn: decidedOnRecord,
  approval_superseded: decidedOnRecord,
  approval_escalated: decidedOnRecord,
  approval_revoked: decidedOnRecord,
  glass_broken: decidedOnRecord,
  review_closed: decidedOnRecord,
  // What people say of a call in the agent loop that makes it.
  checkpoint_paused: decided,
  checkpoint_allowed: decidedOnRecord,
  checkpoint_denied: decidedOnRecord,
  checkpoint_linked: decided,
  // What is let through, with all that it rests on, and what is not.
  intent: decidedOnRecord,
  refused: decided,
  // What decisions rest on.
  unclassified: decided,
  redefined: decided,
  catch_all: decided,
  unknown_tool: decided,
  secrets_unkeyed: decided,
  // What became of it.
  claimed: done,
  completed: doneOnRecord,
  failed: doneOnRecord,
  not_executed: doneOnRecord,
  rolled_back: doneOnRecord,
  reconciled: doneOnRecord,
  commit_unknown: done,
  completion_unrecorded: done,
  completion_missing: done,
  in_doubt: done,
  contradicted: done,
  replayed: done,
  use_refunded: done,
  use_kept: done,
  // Tier 1, where the log is told to have it.
  ran: done,
  // What went wrong beside it.
  hook_failed: done,
  sweep_failed: done,
};

/** A type that a later core has is told by its events, whichever other way it takes. */
export const routeOf = (type: string): Route =>
  Object.hasOwn(routes, type) ? routes[type as Tier2Event["type"]] : done;

/** How an operation ends inside of a transaction: at most one of them is committed. */
export const isEnding = (type: string): boolean => type === "completed" || type === "failed" || type === "not_executed";
