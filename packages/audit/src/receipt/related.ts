import type { Body } from "../entry/body.js";

/** What one operation is known by in its log: its own id, and the approvals that its entries name. */
export class Related {
  readonly #operationId: string;
  readonly #approvals = new Set<unknown>();

  constructor(operationId: string) {
    this.#operationId = operationId;
  }

  /** An approval is asked for before there is an operation, so what it is called is learnt from later entries. */
  learn({ operationId, approval }: Body): void {
    if (operationId !== this.#operationId || typeof approval !== "object" || approval === null) return;
    if ("id" in approval) this.#approvals.add(approval.id);
  }

  includes({ operationId, approvalId }: Body): boolean {
    // An approval that lets several operations through is told of with each; what those used of it, is not.
    if (operationId !== undefined) return operationId === this.#operationId;
    return approvalId !== undefined && this.#approvals.has(approvalId);
  }
}
