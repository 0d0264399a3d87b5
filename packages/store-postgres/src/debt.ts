/**
 * After a write whose outcome is unknown (a warning that no standby confirmed it, a broken connection) the record may show
 * it although a synchronous standby does not have it yet, and a promotion of that standby would lose it. Whoever then
 * reads its own tag there must not take it for made. So from such a failure on every statement of this store asks to be
 * durable: its commit waits for all that was written before it. The first that succeeds pays the debt.
 */
export class Debt {
  #failures = 0;
  #paidFor = 0;

  /** Runs one statement, told whether it has to be durable. */
  async settle<T>(statement: (durable: boolean) => Promise<T>): Promise<T> {
    const owed = this.#failures;
    try {
      const answer = await statement(owed > this.#paidFor);
      this.#paidFor = Math.max(this.#paidFor, owed);
      return answer;
    } catch (error) {
      this.#failures += 1;
      throw error;
    }
  }
}
