/** Which store a worker opens. */
export type StorePlan =
  | { readonly kind: "memory" }
  | { readonly kind: "redis"; readonly port: number; readonly commandTimeoutMs?: number }
  | { readonly kind: "redis cluster"; readonly ports: readonly number[] }
  | { readonly kind: "redis sentinel"; readonly ports: readonly number[]; readonly name: string }
  | {
      readonly kind: "postgres";
      readonly url: string;
      readonly connections?: number;
      readonly connectionTimeoutMs?: number;
    }
  | { readonly kind: "pglite"; readonly folder: string };

/** A guard that a control does without. */
export type GuardOff =
  /** The history of a record is not looked at. */
  | "history"
  /** Nor is the warning that a commit was not waited for to its end. */
  | "history and warnings"
  /** What is not there counts as fresh, as with a list of used tokens. */
  | "absence"
  /** Whoever finds a lapsed lease takes it over, as most idempotency libraries do. */
  | "lapse"
  /** A store that cannot be reached is taken for one that agrees. */
  | "silence"
  /** Deadlines are judged by the clock of the process. */
  | "store clock"
  /** Consume, effect and completion are three transactions. */
  | "one transaction";

/** All that a worker is told when it starts. */
export interface WorkerPlan {
  readonly store: StorePlan;
  readonly guardOff?: GuardOff;
  /** The file that says which handlers started. */
  readonly ledger: string;
  readonly leaseMs?: number;
  readonly ttlMs?: number;
  readonly storeTimeoutMs?: number;
  /** Handlers take up to so long. */
  readonly handlerMs?: number;
  /** Handlers wait until they are released. */
  readonly holdsHandlers?: boolean;
  /** How far the clock of this process is ahead. */
  readonly clockAheadMs?: number;
  /** Token, effect and answer share one transaction, and the effect is a row of `effect` in Postgres. */
  readonly exactlyOnce?: boolean;
  readonly seed: number;
}

/**
 * `issue`: a first call. The others confirm: `once`, whether or not the store answers; `answered`, again until it does;
 * `settled`, again until the operation is no longer under way.
 */
export type CallKind = "issue" | "once" | "answered" | "settled";

export interface Ask {
  readonly id: number;
  readonly kind: CallKind;
  readonly number: number;
  readonly token?: string | undefined;
}

/** What the parent sends. */
export type ToWorker = Ask | { readonly release: true };
