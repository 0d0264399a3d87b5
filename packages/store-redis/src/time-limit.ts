import { didNotAnswer, unavailable } from "./unavailable.js";

interface Waiting {
  readonly endMs: number;
  readonly giveUp: () => void;
  before: Waiting | undefined;
  after: Waiting | undefined;
}

/**
 * Bounds how long an answer is waited for. All wait equally long, so they stand in a list in the order in which they
 * end, and one timer for all of them looks at its head: a call costs no timer of its own.
 */
export class TimeLimit {
  readonly #ms: number;
  readonly #lastError: () => string | undefined;
  #head: Waiting | undefined;
  #tail: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `lastError` tells why there may be no answer. */
  constructor(ms: number, lastError: () => string | undefined = () => undefined) {
    this.#ms = ms;
    this.#lastError = lastError;
  }

  /**
   * What `read` makes of the answer. An error is `store_unavailable`, unless `again` answers it with another attempt,
   * in what is left of the time.
   */
  within<T>(
    answer: Promise<unknown>,
    read: (answer: unknown) => T,
    again: (error: unknown) => Promise<unknown> | undefined = () => undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = this.#enter(() => reject(didNotAnswer(this.#ms, this.#lastError())));
      const fail = (error: unknown) => {
        this.#leave(waiting);
        reject(unavailable(error));
      };
      const succeed = (value: unknown) => {
        this.#leave(waiting);
        try {
          resolve(read(value));
        } catch (error) {
          reject(unavailable(error));
        }
      };
      answer.then(succeed, (error: unknown) => {
        const repeated = again(error);
        if (repeated) repeated.then(succeed, fail);
        else fail(error);
      });
    });
  }

  #enter(giveUp: () => void): Waiting {
    const waiting: Waiting = { endMs: performance.now() + this.#ms, giveUp, before: this.#tail, after: undefined };
    if (this.#tail) this.#tail.after = waiting;
    else this.#head = waiting;
    this.#tail = waiting;
    this.#timer ??= this.#timerIn(this.#ms);
    return waiting;
  }

  #leave(waiting: Waiting): void {
    if (waiting.before) waiting.before.after = waiting.after;
    else if (this.#head === waiting) this.#head = waiting.after;
    else return; // it was given up
    if (waiting.after) waiting.after.before = waiting.before;
    else this.#tail = waiting.before;
    waiting.before = undefined;
    waiting.after = undefined;
  }

  /** Does not keep the process alive: an open connection does. */
  #timerIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#giveUpWhatIsOver(), ms).unref();
  }

  #giveUpWhatIsOver(): void {
    const nowMs = performance.now();
    for (let first = this.#head; first && first.endMs <= nowMs; first = this.#head) {
      this.#leave(first);
      first.giveUp();
    }
    this.#timer = this.#head && this.#timerIn(Math.max(1, this.#head.endMs - nowMs));
  }
}
