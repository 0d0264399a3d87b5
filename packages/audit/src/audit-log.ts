import { type JournalContext, Tier2Error, type Tier2Event } from "@holdpoint/tier2-core";
import { Checkpointing } from "./checkpoint/checkpointing.js";
import { type AuditOptions, demandValid } from "./options.js";
import { Recorder } from "./writing/recorder.js";
import { Writer } from "./writing/writer.js";

/** What feeds the log: give both functions to `createTier2`. */
export interface AuditLog {
  /** For `journal`: resolves once it is durable. */
  readonly journal: (event: Tier2Event, within: JournalContext) => Promise<void>;
  /** For `onEvent`: queues what nobody waits for. To hear the events too, call it from a function of your own. */
  readonly onEvent: (event: Tier2Event) => void;
  /**
   * Writes what is queued.
   *
   * @throws Tier2Error `journal_unavailable` if some of it could not be written.
   */
  flush(): Promise<void>;
  /** Writes what is queued, and exports a checkpoint of all that is written, unless there is one or none are wanted. */
  checkpoint(): Promise<void>;
  /** After the engine's own `close`: writes what is queued, exports a last checkpoint, closes the sink. Throws as `flush`. */
  close(): Promise<void>;
}

const defaultMaxQueued = 10_000;

/**
 * A log of what an engine proposes, what is decided about it, and what is done. No I/O before the first event.
 *
 * @throws Tier2Error `invalid_setup` for an option that cannot work.
 */
export function auditLog(options: AuditOptions): AuditLog {
  demandValid(options);
  const { sink, encryption: key, checkpoints, maxQueued = defaultMaxQueued } = options;
  const { failClosed = true, tier1 = false, commitmentKey } = options;
  const nowMs = () => Date.now();
  const onFailure = (error: unknown) => {
    try {
      options.onFailure?.(error);
    } catch {
      // Nothing to tell it to: that is who would have been told.
    }
  };
  const checkpointing = checkpoints && new Checkpointing(checkpoints, nowMs, onFailure);
  const writer = new Writer({
    ...{ sink, key, maxQueued, nowMs, onFailure },
    onHead: (head) => checkpointing?.noteHead(head),
  });
  const recorder = new Recorder({ sink, failClosed, tier1, ...(commitmentKey && { commitmentKey }) }, writer);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    try {
      await writer.flush();
    } finally {
      writer.stop();
      await checkpointing?.exportNow();
      checkpointing?.stop();
      await sink.close();
    }
  }

  return {
    async journal(event, within) {
      if (closing !== undefined) throw new Tier2Error("closed", "This audit log is closed.");
      await recorder.journal(event, within);
    },
    onEvent(event) {
      if (closing !== undefined) return;
      try {
        recorder.observe(event);
      } catch (error) {
        onFailure(error);
      }
    },
    flush: () => writer.flush(),
    async checkpoint() {
      await writer.flush();
      await checkpointing?.exportNow();
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
