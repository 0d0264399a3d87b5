import type { Reply } from "@holdpoint/tier2-core";
import { judge } from "../run/judge.js";
import { none, sum, type Tally } from "../run/tally.js";
import type { CallKind } from "../worker/plan.js";
import type { Ledger } from "./ledger.js";
import type { WorkerProcess } from "./worker-process.js";

interface Operation {
  readonly number: number;
  readonly token: string;
  /** The answers "ok" that its callers heard. */
  readonly heardOk: string[];
}

/** The operations that one fault strikes, and what is seen of them. */
export class Round {
  readonly #operations: readonly Operation[];

  private constructor(operations: readonly Operation[]) {
    this.#operations = operations;
  }

  /** Previews `count` operations, whose numbers start at `first`. */
  static async issued(worker: WorkerProcess, first: number, count: number): Promise<Round> {
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    return new Round(
      await Promise.all(
        numbers.map(async (number) => {
          const body = (await worker.call("issue", number))?.body;
          if (body?.status !== "confirmation_required")
            throw new Error(`a preview was answered: ${JSON.stringify(body)}`);
          return { number, token: body.confirm_token, heardOk: [] };
        }),
      ),
    );
  }

  get size(): number {
    return this.#operations.length;
  }

  /** Confirms every operation at the same time. */
  async confirmAll(worker: WorkerProcess, kind: Exclude<CallKind, "issue">): Promise<readonly (Reply | undefined)[]> {
    return Promise.all(
      this.#operations.map(async ({ number, token, heardOk }) => {
        const reply = await worker.call(kind, number, token);
        if (reply?.body.status === "ok") heardOk.push(JSON.stringify(reply.body));
        return reply;
      }),
    );
  }

  /** How many of these operations have started. */
  async started(ledger: Ledger): Promise<number> {
    const starts = await ledger.starts();
    return this.#operations.filter(({ number }) => starts.has(number)).length;
  }

  /** Asks for each operation once more, when all is over, and judges what was seen of it. */
  async tally(
    worker: WorkerProcess,
    ledger: Ledger,
    { struck, faults = 1, allowed = 1 }: { struck: number; faults?: number; allowed?: 0 | 1 },
  ): Promise<Tally> {
    const lasts = await this.confirmAll(worker, "settled");
    const starts = await ledger.starts();
    return this.#operations.reduce(
      (tally, { number, heardOk }, index) => {
        const last = lasts[index];
        if (last === undefined) throw new Error("the process that was asked in the end is gone");
        const verdict = judge({ starts: starts.get(number) ?? 0, allowed, heardOk, last });
        return sum(tally, {
          ...none,
          doubled: Number(verdict.doubled),
          lost: Number(verdict.lost),
          inDoubt: Number(verdict.inDoubt),
        });
      },
      { ...none, faults, struck },
    );
  }
}
