import type { Note } from "./note.js";

/** Of transactions whose end is never told. */
const mostOpen = 1000;

export interface OpenTransaction {
  /** What was decided in it, before its effect. */
  readonly held: readonly Note[];
  /** Its ending is written when it is told again: then it is committed. */
  readonly endsLater: boolean;
}

const untouched: OpenTransaction = { held: [], endsLater: false };

/** What is known of operations whose transactions may still be rolled back. */
export class OpenTransactions {
  readonly #byOperation = new Map<string, OpenTransaction>();

  of(operationId: string): OpenTransaction {
    return this.#byOperation.get(operationId) ?? untouched;
  }

  hold(operationId: string, note: Note): void {
    const { held, ...rest } = this.of(operationId);
    this.#put(operationId, { ...rest, held: [...held, note] });
  }

  endLater(operationId: string): void {
    this.#put(operationId, { ...this.of(operationId), endsLater: true });
  }

  /** What was known of it. */
  end(operationId: string): OpenTransaction {
    const known = this.of(operationId);
    this.#byOperation.delete(operationId);
    return known;
  }

  #put(operationId: string, known: OpenTransaction): void {
    this.#byOperation.set(operationId, known);
    const [oldest] = this.#byOperation.keys();
    if (this.#byOperation.size > mostOpen && oldest !== undefined) this.#byOperation.delete(oldest);
  }
}
