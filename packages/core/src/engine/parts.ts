import type { Policy } from "../policy/policy.js";
import type { Platform } from "../ports.js";
import type { Requester } from "../requester.js";
import type { Store } from "../store.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { CallStep, Tier2Event } from "./events.js";
import type { Hooks, JournalContext, Settings } from "./options.js";

/** Whom and what a step is about. */
export interface Subject {
  readonly tool: string;
  readonly requester: Requester;
  readonly operationId?: string;
}

/** What the parts of an engine share. */
export interface Parts extends Settings {
  readonly store: Store;
  /** Where approvals and their desks lie: often the same. */
  readonly approvalStore: Store;
  readonly policies: readonly Policy[];
  readonly reviewUrl: ((approvalId: string) => string) | undefined;
  readonly server: string;
  readonly platform: Platform;
  readonly hooks: Hooks;
  readonly journal: ((event: Tier2Event, within?: Partial<JournalContext>) => Promise<void>) | undefined;
  readonly definitions: Map<string, AnyDefinition>;
  /** Names of tools that are defined later. */
  readonly toolsLater: readonly string[] | "any";
  /** Of secret arguments; no store holds it. */
  readonly secretsKey: string;
  /** Executions of this process by record id, so that duplicates need not poll. */
  readonly running: Map<string, Promise<unknown>>;
  /** Aborts on shutdown. */
  readonly shutdown: AbortSignal;
  /** The signals of calls, which abort with it. */
  readonly atShutdown: Set<(reason: unknown) => void>;
  /** Before a write of unknown outcome is repeated. None in a transaction, where nothing can be done after a failure. */
  readonly retryPausesMs: readonly number[];
  observe(event: Tier2Event): void;
  event(about: Subject, step: CallStep<unknown>): Tier2Event;
  tell(about: Subject, step: CallStep<unknown>): void;
}
