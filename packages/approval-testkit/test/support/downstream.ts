interface Effect {
  readonly operationId: string;
  readonly what: string;
}

/** The system of record behind the tools: it alone says what happened, and would do the same operation twice. */
export class Downstream {
  readonly #effects: Effect[] = [];
  /** Of the order that is refunded. */
  version = 1;
  timeOutNext = false;

  /** Takes effect at once. */
  do(operationId: string, what: string): void {
    this.#effects.push({ operationId, what });
  }

  /** Takes effect, and then may never say so. */
  refund(operationId: string, order: string): void {
    this.do(operationId, `refunded ${order}`);
    this.version += 1;
    if (this.timeOutNext) {
      this.timeOutNext = false;
      throw new Error("The payment provider did not answer in time.");
    }
  }

  find(operationId: string): string | undefined {
    return this.#effects.find((effect) => effect.operationId === operationId)?.what;
  }

  get count(): number {
    return this.#effects.length;
  }
}
