import type { AllowedUnder, Vote } from "../approval/approval.js";
import type { Elicited } from "../elicitation/elicit.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import { stateOf } from "../tool/state-of.js";
import type { Parts } from "./parts.js";
import type { Permit } from "./permit.js";
import type { Proposal } from "./proposal.js";

/** Whose word a question before an execution rested on: this engine's, a hook of the application's, or nobody's. */
export type EnforcedBy = "holdpoint" | "application" | "none";

export type Checks = Readonly<Record<"authorize" | "enabled" | "policy" | "state" | "risk" | "duplicate", EnforcedBy>>;

/** What an execution stood under: told with its intent and with its completion, so that either explains it alone. */
export interface Under {
  /** Which policies asked for a decision, and which let it through as they were loaded then. */
  readonly policies: AllowedUnder;
  readonly approval?: {
    readonly id: string;
    readonly approvers: readonly string[];
    /** One person's word in an emergency, for another to look at. */
    readonly breakGlass?: true;
    readonly evidence?: string;
    /** Of this operation as it was previewed. */
    readonly actionDigest: string;
    /** Who said yes, when, why, and to what. */
    readonly allows: readonly Vote[];
  };
  /** That the client's user was asked, at L2. It is the client that says so, and no approver's decision. */
  readonly elicited?: Elicited;
  readonly checks: Checks;
  /** By whose right, and on what: as the preview named them. */
  readonly credential?: string;
  readonly target?: string;
}

interface Judged {
  readonly parts: Pick<Parts, "hooks" | "policies">;
  readonly definition: AnyDefinition;
  readonly proposal: Proposal;
  readonly permit: Permit;
  readonly elicited: Elicited | undefined;
}

const byHook = (hook: unknown): EnforcedBy => (hook === undefined ? "none" : "application");
const bySelf = (isEnforced: boolean): EnforcedBy => (isEnforced ? "holdpoint" : "none");

export function underOf({ parts, definition, proposal, permit, elicited }: Judged): Under {
  const { authorize, isEnabled, risk } = parts.hooks;
  const approval = permit.approved(proposal.approval);
  const { credential, target } = proposal.material ?? {};
  return {
    policies: { requested: proposal.approval?.requested ?? [], allowed: permit.allowed },
    ...(approval !== undefined && { approval }),
    ...(elicited !== undefined && { elicited }),
    ...(credential !== undefined && { credential }),
    ...(target !== undefined && { target }),
    checks: {
      authorize: byHook(authorize),
      enabled: byHook(isEnabled),
      policy: bySelf(parts.policies.length > 0),
      state: bySelf(stateOf(proposal) !== undefined),
      risk: byHook(risk),
      duplicate: bySelf(definition.duplicates !== "allow"),
    },
  };
}
