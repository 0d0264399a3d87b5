import { isPast } from "../confirmation/confirmation.js";
import { readConfirmation } from "../confirmation/read.js";
import { isTier2Error } from "../errors.js";
import type { Cancel } from "../ports.js";
import type { StoredRecord } from "../store.js";
import { errorFacts } from "./error-facts.js";
import type { Parts } from "./parts.js";
import { readProposal } from "./proposal.js";
import type { Settling } from "./settle.js";
import { confirmationKind, operationIdOf } from "./token.js";

const pageSize = 200;

/**
 * The janitor: every minute it frees what outlived its retention and looks after claims whose lease lapsed. It never
 * removes an unsettled one, never keeps the process alive, and nothing is wrong if it never runs.
 */
export class Sweeper {
  readonly #parts: Parts;
  readonly #settling: Settling;
  readonly #reported = new Set<string>();
  #cancelTimer: Cancel | undefined;
  #sweeping: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: Parts, settling: Settling) {
    this.#parts = parts;
    this.#settling = settling;
  }

  start(): void {
    this.#stopped = false;
    if (this.#cancelTimer !== undefined || this.#parts.shutdown.aborted) return;
    this.#cancelTimer = this.#parts.platform.inBackground(this.#parts.sweepIntervalMs, () => {
      this.#cancelTimer = undefined;
      this.start();
      void this.sweep();
    });
  }

  /** Unless somebody stopped it. */
  startByItself(): void {
    if (!this.#stopped) this.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await this.#sweeping;
  }

  /** One round, now; a second call joins the one that runs. Never rejects. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#round().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #round(): Promise<void> {
    const { store, approvalStore, shutdown } = this.#parts;
    try {
      for (const each of new Set([store, approvalStore])) {
        while (!shutdown.aborted && (await each.sweep({ limit: pageSize })).more) await this.#breathe();
      }
      await this.#lookAfterClaims();
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  #tellFailure(error: unknown): void {
    const { server, platform } = this.#parts;
    this.#parts.observe({ type: "sweep_failed", atMs: platform.wallMs(), server, tool: "", error: errorFacts(error) });
  }

  /** Lets the event loop serve others between two pages. */
  #breathe(): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.platform.inBackground(0, resolve);
    });
  }

  async #lookAfterClaims(): Promise<void> {
    const doubtful = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await this.#parts.store.list(confirmationKind, {
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      });
      for (const record of page.records) {
        if (await this.#isDoubtful(record)) doubtful.add(record.id);
      }
      cursor = page.cursor;
      if (cursor !== undefined) await this.#breathe();
    } while (cursor !== undefined && !this.#parts.shutdown.aborted);
    for (const id of this.#reported) if (!doubtful.has(id)) this.#reported.delete(id);
  }

  async #isDoubtful(record: StoredRecord): Promise<boolean> {
    try {
      const confirmation = readConfirmation(record);
      if (confirmation.state.status !== "in_flight" || !isPast(confirmation)) return false;
      if (await this.#settling.settle(record.id)) return false;
      this.#once(record, () => this.#report(record));
    } catch (error) {
      // A record of a newer version must not keep the sweeper from the others. A store that stays away does.
      if (!isTier2Error(error, "record_unreadable")) throw error;
      this.#once(record, () => this.#tellFailure(error));
    }
    return true;
  }

  /** Once an operation, not once a minute. */
  #once({ id }: StoredRecord, tell: () => void): void {
    if (this.#reported.has(id)) return;
    this.#reported.add(id);
    tell();
  }

  #report(record: StoredRecord): void {
    const proposal = readProposal(record);
    if (proposal?.server !== this.#parts.server) return;
    const { tool, requester } = proposal;
    const operationId = operationIdOf(this.#parts.platform, record.id);
    this.#parts.tell({ tool, requester, operationId }, { type: "completion_missing" });
  }
}
