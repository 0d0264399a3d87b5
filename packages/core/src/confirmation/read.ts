import { Tier2Error } from "../errors.js";
import type { StoredRecord } from "../store.js";
import type { Confirmation, ConfirmationState } from "./confirmation.js";

const readableVersion = 1;

/**
 * A stored record as the machine sees it.
 *
 * @throws Tier2Error `record_unreadable` if another version wrote it: guessing its meaning could run it twice.
 */
export function readConfirmation(record: StoredRecord): Confirmation {
  const { v, ...state } = parse(record.state);
  if (v !== readableVersion) {
    throw new Tier2Error(
      "record_unreadable",
      `A stored confirmation has format version ${String(v)}; this version reads ${readableVersion}.`,
    );
  }
  const { tag, data, deadlineMs, nowMs, historyCurrent } = record;
  return { tag, state: state as unknown as ConfirmationState, data, deadlineMs, nowMs, historyCurrent };
}

function parse(text: string): { v?: unknown } & Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as { v?: unknown } & Record<string, unknown>;
  } catch (cause) {
    throw new Tier2Error("record_unreadable", "A stored confirmation is not JSON.", { cause });
  }
}
