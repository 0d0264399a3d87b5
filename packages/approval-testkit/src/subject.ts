import type { RawAnswer, WayToCall } from "./raw-answer.js";

/** Without `confirm_token` and `acknowledge_duplicate`, which the kit adds. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface GuardedCall {
  readonly tool: string;
  readonly args: Arguments;
}

/** A call of a tool that may be repeated: `duplicates: "allow"`, so that nothing but the grant bounds it. */
export interface RepeatedCall extends GuardedCall {
  /** How many operations one grant lets through. */
  readonly uses: number;
}

/** A call that a `named`, a `destructive` and an `all` policy apply to at once, each with a validity of its own. */
export interface LayeredCall extends RepeatedCall {
  /** The least minutes of the three: how long a grant is good. */
  readonly minutes: number;
  /** Approvers of the named policy, as the pending answer names them. */
  readonly approvers: readonly string[];
}

/** The calls that the tests make, each with the policy that it needs. */
export interface Calls {
  /** A named policy, one use, bound to exactly what was shown; the tool may be settled after a time-out. */
  readonly guarded: GuardedCall & {
    /** The same with another material argument, e.g. another amount. */
    readonly variant: Arguments;
  };
  readonly layered: LayeredCall;
  /** One use. */
  readonly oneUse: RepeatedCall;
  /** Several, e.g. twenty. */
  readonly manyUses: RepeatedCall;
  /** Of level L3: one person has to allow it. */
  readonly level3: GuardedCall;
  /** Of level L4: two people have to allow it. */
  readonly level4: GuardedCall;
}

export type Caller = "requester" | "other";

/** Two people who may decide about every call, and one who is named by the `destructive` and `all` policies only. */
export type By = "first" | "second" | "broad";

export interface Decided {
  /** False: it was refused, and changed nothing. */
  readonly accepted: boolean;
  /** Of an allow that reached the quorum: what the grant is worth. */
  readonly usesLeft?: number | null | undefined;
  /** Epoch milliseconds. */
  readonly validUntilMs?: number | null | undefined;
}

/** Your own server, as the tests reach it. Made anew for each check: nothing was asked, allowed or executed yet. */
export interface Subject {
  readonly calls: Calls;
  /** Gives the answer as a client sees it: see `mcpCaller` and `fetchCaller`. Two requesters with one right each to every tool. */
  call(as: Caller, tool: string, args: Arguments): Promise<RawAnswer>;
  /** Other clients of the same requester, each with its way: they have to understand the same answers. */
  readonly otherClients?: Readonly<Record<string, WayToCall>>;
  /** What a person decides about what they are shown now: see `approvalsDesk`. The same person is the same every time. */
  decide(approvalId: string, decision: "allow" | "deny", reason: string, by: By): Promise<Decided>;
  /** Ends a grant; answers once nothing can start under it any more. */
  revoke(approvalId: string, reason: string): Promise<Decided>;
  /** How often anything happened, as the system downstream counts it: not what the library under test says of itself. An effect counts as soon as its handler starts. */
  effects(): Promise<number>;
  /** Changes the state that the preview of `guarded` was computed from. */
  changeState(): Promise<void>;
  /** From now on the requester may not use the tool of `guarded`. */
  revokeAccess(): Promise<void>;
  /** The next execution of `guarded` takes effect, and then the answer downstream does not come. */
  timeOutNextExecution(): Promise<void>;
  /** Lets the time to decide of every open request pass. Without it the kit waits for a moment only. */
  passDeadlines?(): Promise<void>;
  /** Called when the check has ended, however it ended. */
  close?(): Promise<void>;
}

export type MakeSubject = () => Subject | Promise<Subject>;
