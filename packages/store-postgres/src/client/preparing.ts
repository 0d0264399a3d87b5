/** SQLSTATEs of a named statement that is not there, or is there already although nobody here has made it. */
const lost = new Set<unknown>(["26000", "42P05"]);

/**
 * Whether a client's statements are prepared by name. Behind a pooler that gives each transaction another connection and
 * does not keep track of them, names get lost. The server tells it before it runs anything; from then on none is used.
 */
export class Preparing {
  #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async send<T>(statement: { named(): Promise<T>; plain(): Promise<T> }): Promise<T> {
    if (!this.#isOn) return statement.plain();
    try {
      return await statement.named();
    } catch (error) {
      if (!lost.has((error as { code?: unknown }).code)) throw error;
      this.#isOn = false;
      return statement.plain();
    }
  }
}
