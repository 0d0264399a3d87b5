import type { Body } from "../entry/body.js";

/**
 * What one operation is known by in its log: its own id, and what came before there was one, which its entries name: the
 * approvals it was let through by, and the calls of an agent loop that became it.
 */
export class Related {
  readonly #operationId: string;
  readonly #approvals = new Set<unknown>();
  readonly #calls = new Set<string>();

  constructor(operationId: string) {
    this.#operationId = operationId;
  }

  /** From every entry, before any is judged: what came first is named by what came later. */
  learn(body: Body): void {
    const { operationId, approval, threadId, callId } = body;
    if (operationId !== this.#operationId) return;
    if (typeof approval === "object" && approval !== null && "id" in approval) this.#approvals.add(approval.id);
    if (threadId !== undefined) this.#calls.add(callOf({ threadId, callId }));
  }

  includes({ operationId, approvalId, threadId, callId }: Body): boolean {
    // An approval that lets several operations through is told of with each; what those used of it, is not.
    if (operationId !== undefined) return operationId === this.#operationId;
    if (approvalId !== undefined && this.#approvals.has(approvalId)) return true;
    return threadId !== undefined && this.#calls.has(callOf({ threadId, callId }));
  }
}

const callOf = ({ threadId, callId }: { threadId: unknown; callId: unknown }): string =>
  JSON.stringify([threadId, callId]);
