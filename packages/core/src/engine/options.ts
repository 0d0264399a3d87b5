import type { Approval, Approver, InDoubt } from "../approval/approvals.js";
import { defaultTimes, type Times } from "../confirmation/times.js";
import { Tier2Error } from "../errors.js";
import type { Policy } from "../policy/policy.js";
import type { Requester } from "../requester.js";
import type { Store } from "../store.js";
import type { Awaitable, Tier2Tool } from "../tool/definition.js";
import type { Material } from "../tool/material.js";
import type { Tier2Event } from "./events.js";

/** Questions to the application. Only `true` is a yes: anything else, and anything thrown, refuses. */
export interface Hooks {
  /** May this requester use this tool with these params? Asked on every call, and again after the claim. */
  authorize?: (requester: Requester, tool: string, params: unknown) => Awaitable<boolean>;
  /** Is the tool switched on? Asked before a preview and after the claim. */
  isEnabled?: (tool: string) => Awaitable<boolean>;
  /** Is this still an acceptable risk? Asked after the claim with the material of the preview. */
  risk?: (material: Material, about: { requester: Requester; tool: string }) => Awaitable<boolean>;
  /** May this person decide this, beyond what the policy says? Asked before every decision, and for each row of a list. */
  canDecide?: (approver: Approver, approval: Approval) => Awaitable<boolean>;
  /**
   * May this person say what became of this operation? Asked before every settlement. Where no approval stands behind it
   * and `canDecide` is given, nobody may unless this says so.
   */
  canSettle?: (approver: Approver, operation: InDoubt) => Awaitable<boolean>;
}

export interface Tier2Options extends Hooks {
  store: Store;
  /** The same name in every process and transport of one deployment; part of every binding. */
  server: string;
  /** Which calls somebody must allow first. A tool that one of them may apply to always takes two steps. */
  policies?: readonly Policy[];
  /** Where approvals lie, if elsewhere: grants that outlive a restart of the other store belong there. Default: `store`. */
  approvalStore?: Store;
  /** How long a call that needs a decision waits for it before it answers `approval_pending`. Default 0 ms. */
  waitForDecisionMs?: number;
  /**
   * How long the client's user is waited for at L2, counted anew with each sign of life that the client gives. Never longer
   * than the token lives: raise `ttlMs` with it. Default 300 000 ms.
   */
  elicitationTimeoutMs?: number;
  /** Where an approver finds a request; told with `approval_pending`. What it throws, or no text, tells none. */
  reviewUrl?: (approvalId: string) => string;
  /**
   * Needed by the sweeper to reconcile what an earlier process left in doubt. Where they are given, a policy that names
   * another one, be it misspelt, is refused.
   */
  tools?: readonly Tier2Tool[];
  /** Names that policies may use although no tool of that name is among `tools`: it is defined later. Or "any". */
  toolsLater?: readonly string[] | "any";
  /**
   * Binds a decision to the secret arguments that it was asked about: a text of at least 32 characters, the same in all
   * processes of one deployment, which lies in no store. Default: random, so that a request opened in one process with a
   * secret in it is asked for anew in another.
   */
  secretsKey?: string;
  /** How long a token can be confirmed. Default 300 000 ms. */
  ttlMs?: number;
  /** How long an answer is replayed. Default 300 000 ms. */
  retentionMs?: number;
  /** How long a claim counts as alive without a renewal; renewed every third of it. Default 60 000 ms. */
  leaseMs?: number;
  /** How long a duplicate waits for the one that is running. Default 10 000 ms. */
  waitForCompletionMs?: number;
  /** How long after its end the same operation, previewed anew, must be acknowledged; without end if in doubt. Default 300 000 ms. */
  duplicateWindowMs?: number;
  /** Larger answers are cut once, before they are first returned. Default 65 536. */
  maxResultBytes?: number;
  /** How long a silent store is waited for. Default 5 000 ms. */
  storeTimeoutMs?: number;
  /** How often the sweeper runs. Default 60 000 ms. */
  sweepIntervalMs?: number;
  /** Synchronous, in the call's own async context. What it throws is dropped. */
  onEvent?: (event: Tier2Event) => void;
  /**
   * Awaited, for what must be on record: intents, endings, rollbacks, what people decide and settle. If it rejects for the
   * intent, the effect does not start; anything else stands, and the failure is told as `hook_failed`. Inside a tool's
   * transaction it is given that: what it writes there is committed with the effect, and a rejection rolls both back.
   */
  journal?: (event: Tier2Event, within: JournalContext) => Promise<void>;
}

export interface JournalContext {
  /** The tool's `ctx.tx`, if this is written inside its transaction. */
  readonly tx: unknown;
  /** With an intent, where the call has secret arguments: so that it can be proved later which ones they were. */
  readonly commitments?: Commitments;
}

/**
 * Gives each secret argument of the call, by its path ("smtp.password", "users.0.password") and its canonical JSON, to a
 * function that hides it for good. So no secret lies in an event, and what is never asked for is never read.
 */
export type Commitments = <T>(commit: (path: string, value: string) => T) => T[];

export interface Settings {
  readonly times: Times;
  readonly waitForCompletionMs: number;
  readonly waitForDecisionMs: number;
  readonly elicitationTimeoutMs: number;
  readonly duplicateWindowMs: number;
  readonly maxResultBytes: number;
  readonly storeTimeoutMs: number;
  readonly sweepIntervalMs: number;
}

const hooks = [
  ...(["authorize", "isEnabled", "risk", "canDecide", "canSettle", "reviewUrl", "onEvent", "journal"] as const),
] satisfies (keyof Tier2Options)[];
const shortestKey = 32;
const storeMethods = ["insert", "swap", "get", "list", "sweep"] as const satisfies (keyof Store)[];

/** Every option by name, so that a misspelt one is an error: a hook that is not asked would let everything pass. */
const known: Readonly<Record<keyof Tier2Options, true>> = {
  store: true,
  approvalStore: true,
  server: true,
  tools: true,
  toolsLater: true,
  secretsKey: true,
  authorize: true,
  isEnabled: true,
  risk: true,
  policies: true,
  canDecide: true,
  canSettle: true,
  waitForDecisionMs: true,
  elicitationTimeoutMs: true,
  reviewUrl: true,
  ttlMs: true,
  retentionMs: true,
  leaseMs: true,
  waitForCompletionMs: true,
  duplicateWindowMs: true,
  maxResultBytes: true,
  storeTimeoutMs: true,
  sweepIntervalMs: true,
  onEvent: true,
  journal: true,
};

function demand(holds: boolean, problem: string): void {
  if (!holds) throw new Tier2Error("invalid_setup", `createTier2 ${problem}`);
}

/** @throws Tier2Error `invalid_setup` for an option that cannot work. */
export function settingsOf(options: Tier2Options): Settings {
  demand(typeof options === "object" && options !== null, "needs its options: at least `store` and `server`.");
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  demand(unknown === undefined, `does not know the option "${unknown}".`);
  const { server, store, approvalStore = store, tools = [] } = options;
  demand(
    typeof server === "string" && server.trim() !== "",
    "needs `server`: one name for all processes of this deployment.",
  );
  const isStore = (given: Store) => storeMethods.every((method) => typeof given?.[method] === "function");
  demand(isStore(store), "needs a `store`, e.g. memoryStore().");
  demand(isStore(approvalStore), ": approvalStore is no store; leave it out to keep approvals in `store`.");
  for (const hook of hooks) {
    const given: unknown = options[hook];
    demand(given === undefined || typeof given === "function", `: ${hook} must be a function, or be left out.`);
  }
  demand(Array.isArray(tools), ": tools must be a list.");
  const names = tools.map((tool) => tool?.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  demand(twice === undefined, `got two tools of the name "${twice}": a token of one would run the other.`);
  const { toolsLater = [], secretsKey } = options;
  demand(
    toolsLater === "any" || (Array.isArray(toolsLater) && toolsLater.every((name) => typeof name === "string")),
    ': toolsLater must be a list of names, or "any".',
  );
  demand(
    secretsKey === undefined || (typeof secretsKey === "string" && secretsKey.length >= shortestKey),
    `: secretsKey must be a text of at least ${shortestKey} characters.`,
  );
  const whole = (name: keyof Tier2Options, fallback: number, least: number): number => {
    const value = options[name] ?? fallback;
    if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
    throw new Tier2Error("invalid_setup", `createTier2: ${name} must be a whole number, at least ${least}.`);
  };
  const duplicateWindowMs = whole("duplicateWindowMs", 300_000, 0);
  return {
    times: {
      ttlMs: whole("ttlMs", defaultTimes.ttlMs, 1),
      retentionMs: whole("retentionMs", defaultTimes.retentionMs, 1),
      // A duplicate is recognised by what is kept of the earlier operation.
      tombstoneMs: Math.max(defaultTimes.tombstoneMs, duplicateWindowMs),
      leaseMs: whole("leaseMs", defaultTimes.leaseMs, 3),
    },
    waitForCompletionMs: whole("waitForCompletionMs", 10_000, 0),
    waitForDecisionMs: whole("waitForDecisionMs", 0, 0),
    elicitationTimeoutMs: whole("elicitationTimeoutMs", 300_000, 1),
    duplicateWindowMs,
    maxResultBytes: whole("maxResultBytes", 64 * 1024, 1024),
    storeTimeoutMs: whole("storeTimeoutMs", 5000, 1),
    sweepIntervalMs: whole("sweepIntervalMs", 60_000, 1),
  };
}
