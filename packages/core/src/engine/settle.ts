import { readConfirmation } from "../confirmation/read.js";
import { jsonCopy } from "../params/json-copy.js";
import type { StoredRecord } from "../store.js";
import type { Reconciled } from "../tool/outcome.js";
import { okOf, rejected } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import { callSignal } from "./call-signal.js";
import type { Parts, Subject } from "./parts.js";
import { type Proposal, readProposal } from "./proposal.js";
import { recordSettlement } from "./record-settlement.js";
import { withResolved } from "./resolve.js";
import { operationIdOf } from "./token.js";

/** Asks the system of record what became of a claim that went silent. */
export class Settling {
  readonly #parts: Parts;
  /** One question per record and process at a time. */
  readonly #asking = new Map<string, Promise<boolean>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True if the operation's outcome is now recorded. */
  settle(id: string): Promise<boolean> {
    const asked = this.#asking.get(id) ?? this.#settle(id).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asked);
    return asked;
  }

  async #settle(id: string): Promise<boolean> {
    const record = await this.#parts.store.get(id);
    const proposal = record && readProposal(record);
    // Another server of the same store may have a tool of the same name; a handler that runs here knows better.
    if (record === null || proposal?.server !== this.#parts.server || this.#parts.running.has(id)) return false;
    const about = {
      tool: proposal.tool,
      requester: proposal.requester,
      operationId: operationIdOf(this.#parts.platform, id),
    };
    const answer = await this.#ask(record, proposal, about);
    if (answer === undefined) return false;
    const settled = await recordSettlement(this.#parts, { id, proposal, about }, answer);
    return settled !== "not_in_doubt";
  }

  async #ask(record: StoredRecord, proposal: Proposal, about: Subject): Promise<Answer | undefined> {
    const { definitions, server } = this.#parts;
    const definition = definitions.get(proposal.tool);
    if (definition?.reconcile === undefined) return undefined;
    const { state } = readConfirmation(record);
    const { signal, release } = callSignal(this.#parts);
    try {
      const said = await definition.reconcile(jsonCopy(withResolved(proposal.params, proposal.resolved)) as object, {
        requester: about.requester,
        server,
        tool: about.tool,
        source: undefined,
        signal,
        operationId: about.operationId as string,
        preview: jsonCopy(proposal.preview),
        claimedAtMs: state.status === "pending" ? 0 : state.claimedAtMs,
      });
      return reconciledAnswer(proposal.tool, said);
    } catch (error) {
      this.#parts.tell(about, { type: "hook_failed", hook: "reconcile", error });
      return undefined;
    } finally {
      release();
    }
  }
}

/** Undefined while the system of record does not know either. */
export function reconciledAnswer(tool: string, said: Reconciled): Answer | undefined {
  switch (said.outcome) {
    case "completed":
      return { body: okOf(tool, said) };
    case "not_executed":
      return { body: rejected(tool, { reason: "not_executed" }) };
    default:
      return undefined;
  }
}
