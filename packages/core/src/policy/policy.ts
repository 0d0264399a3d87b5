import type { Category } from "../classification/classification.js";
import type { Requester } from "../requester.js";
import type { Material, Money } from "../tool/material.js";

/** What a policy may judge: typed facts only, never what an agent said of its own call. */
export interface PolicyFacts {
  readonly tool: string;
  readonly material: Material;
  /** Without the secret ones. */
  readonly params: unknown;
  readonly requester: Requester;
}

/**
 * How long a decision lets operations through: both limits hold, and the least of all policies that apply. A policy that
 * gives neither is good for one use.
 */
export interface Validity {
  /** Identified operations, 1 to 1000; a retry of one is no new one. */
  readonly uses?: number;
  readonly minutes?: number;
}

/** `named` is more specific than `destructive`, that more than `all`. `credential` only adds constraints to those. */
export type PolicyScope =
  | { readonly scope: "named"; readonly tools: readonly string[] }
  | { readonly scope: "destructive" | "all" }
  | { readonly scope: "credential"; readonly credentials: readonly string[] };

/** What becomes of a request that nobody decided in time. Time never approves. */
export type AtDeadline =
  | { readonly onDeadline: "lapse" }
  /** Stays open, and may still be decided. */
  | { readonly onDeadline: "hold" }
  /** The same time once more for these, and then it lapses. */
  | { readonly onDeadline: "escalate"; readonly escalateTo: readonly string[] };

/**
 * What a decision covers: of all policies that apply the narrowest, and `action` for what must be decided call by call:
 * money, access in production, messages, sensitive data and what nobody can take back (seed 001).
 */
export type Bind =
  /** Exactly what was shown. */
  | "action"
  /** Any call of this requester to this tool. */
  | "tool"
  /** Calls of this tool by this requester's process with this credential; where either is unknown, it is `action`. */
  | "session";

/** When an agent loop that keeps checkpoints pauses for a person, as seen from the approval that the policy asks for. */
export type Checkpoint =
  /** First the pause, then the approval as without it. */
  | "before"
  /** The pause is where the approval is decided, by one of its approvers: nobody is asked twice. */
  | "instead"
  /** First the approval; the pause right before the call that would execute. */
  | "after";

/** Which calls need somebody's consent, whose, and what that is worth. */
export type Policy = PolicyScope &
  AtDeadline & {
    readonly id: string;
    /** Raised by its author with each change: records name it. */
    readonly version: number;
    /** Only on this server. */
    readonly server?: string;
    /** Only tools of these categories; a tool without one counts as of each, unless it was judged harmless. */
    readonly categories?: readonly Category[];
    /** Only more than this, by size; no amount, or one in another currency, counts as more. */
    readonly above?: Money;
    /** Everywhere but where this says false: what it throws, or answers instead, spares no call. Must be pure. */
    readonly when?: (facts: PolicyFacts) => boolean;
    /** Facts without which nobody can decide: a call whose preview lacks one is refused. */
    readonly requires?: readonly (keyof Material)[];
    /**
     * Those who may decide: "group:finance" a group, "person:ann" the person with that id, "user:ann" or "ann@example.com" an
     * id that holds a colon or an @ itself, "*" anybody. May depend on the target: a function that throws, names nobody or
     * answers another kind of name leaves the request to its deadline, and to `escalateTo`.
     */
    readonly approvers: readonly string[] | ((facts: PolicyFacts) => readonly string[]);
    /** How many distinct people must allow. Default 1. */
    readonly quorum?: number;
    readonly validity?: Validity;
    /** Default 60. Counts where this policy is one of the most specific. */
    readonly decideByMinutes?: number;
    /** Default "action". "session" needs `validity.minutes`. */
    readonly bind?: Bind;
    /** Of all policies that apply, "after" comes before "before", and both before "instead". Absent: this one asks for no pause. */
    readonly checkpoint?: Checkpoint;
    /** How long after a denial the same call hears of it again, before it may open another request. Default 0; the longest counts. */
    readonly coolDownMinutes?: number;
    /** Who may let one operation through alone, with evidence, for at most 15 minutes. Absent: nobody. */
    readonly breakGlass?: { readonly approvers: readonly string[]; readonly minutes: number };
  };

export interface PolicyRef {
  readonly id: string;
  readonly version: number;
}
