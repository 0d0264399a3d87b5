import type { JournalContext, Tier2Event } from "@holdpoint/tier2-core";
import { bodyOf } from "../entry/body.js";
import { committed } from "../entry/commitments.js";
import { isEnding, routeOf } from "../entry/routes.js";
import type { AuditOptions } from "../options.js";
import type { Note } from "./note.js";
import { OpenTransactions } from "./open-transactions.js";
import type { Writer } from "./writer.js";

type Options = Pick<AuditOptions, "sink" | "commitmentKey"> & Required<Pick<AuditOptions, "failClosed" | "tier1">>;

/** Takes each event by its one way, and sees to it that what is written of a transaction is what became of it. */
export class Recorder {
  readonly #options: Options;
  readonly #writer: Writer;
  readonly #open = new OpenTransactions();

  constructor(options: Options, writer: Writer) {
    this.#options = options;
    this.#writer = writer;
  }

  async journal(event: Tier2Event, within: JournalContext): Promise<void> {
    if (routeOf(event.type).by !== "journal") return;
    const note = this.#noteOf(event, within);
    if (within.tx === undefined) await this.#outside(event, note);
    else if (this.#options.sink.joins(within.tx)) await this.#joined(within.tx, event, note);
    else await this.#beside(event, note);
  }

  observe(event: Tier2Event): void {
    const { type, operationId = "" } = event;
    if (isEnding(type) || type === "commit_unknown") {
      const { endsLater } = this.#open.end(operationId);
      if (isEnding(type) && endsLater) this.#writer.queue(this.#noteOf(event));
    }
    if (routeOf(type).by !== "events" || (type === "ran" && !this.#options.tier1)) return;
    this.#writer.queue(this.#noteOf(event));
  }

  /** What happens outside of any transaction, or ends one. */
  async #outside({ type, operationId = "" }: Tier2Event, note: Note): Promise<void> {
    // Its effect had started: what it rested on went with it.
    const undone = type === "rolled_back" ? this.#open.end(operationId).held : [];
    for (const held of undone) void this.#writer.record(held, { keep: true }).catch(() => {});
    await this.#record(type, note);
  }

  /** Written with the ending, right before the commit: nothing else waits longer for the head of the log than that takes. */
  async #joined(tx: unknown, { type, operationId = "" }: Tier2Event, note: Note): Promise<void> {
    if (isEnding(type)) await this.#writer.within(tx, [...this.#open.of(operationId).held, note]);
    else this.#open.hold(operationId, note);
  }

  /** A sink that does not join has the intent at once, and the ending once it is committed. */
  async #beside({ type, operationId = "" }: Tier2Event, note: Note): Promise<void> {
    if (isEnding(type)) this.#open.endLater(operationId);
    else await this.#record(type, note);
  }

  async #record(type: Tier2Event["type"], note: Note): Promise<void> {
    const mayStop = type === "intent" && this.#options.failClosed;
    try {
      // An intent that could not be written led to nothing. Anything else has happened.
      await this.#writer.record(note, { keep: !mayStop });
    } catch (error) {
      if (mayStop || type !== "intent") throw error;
    }
  }

  #noteOf(event: Tier2Event, within?: JournalContext): Note {
    const { commitmentKey } = this.#options;
    const { commitments } = within ?? {};
    const hidden = commitmentKey && commitments && { commitments: committed(commitmentKey, commitments) };
    return { kind: routeOf(event.type).kind, body: bodyOf(event, hidden) };
  }
}
