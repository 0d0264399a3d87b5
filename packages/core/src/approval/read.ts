import { Tier2Error } from "../errors.js";
import type { StoredRecord } from "../store.js";
import type { ApprovalRequest, ApprovalState, StoredApproval } from "./approval.js";
import { approvalKind } from "./kinds.js";

const readableVersion = 1;

const publicPrefix = "apr_";

/** What people and callers know an approval by. */
const publicIdOf = (recordId: string): string => publicPrefix + recordId.slice(approvalKind.length);

/** Undefined: no approval ever had this id, so it is not worth a trip to the store. */
export const approvalRecordIdOf = (id: string): string | undefined =>
  /^apr_[\w-]{43}$/.test(id) ? approvalKind + id.slice(publicPrefix.length) : undefined;

export const newApprovalId = (randomText: string): string => publicPrefix + randomText;

/**
 * A stored record as the machine sees it.
 *
 * @throws Tier2Error `record_unreadable` if another version wrote it: guessing its meaning could let something through.
 */
export function readApproval(record: StoredRecord): StoredApproval {
  const state = parse(record.state);
  // Both end together; a record without its request could not be judged.
  const request = parse(record.body ?? "null");
  const { tag, deadlineMs, nowMs, historyCurrent } = record;
  return {
    id: publicIdOf(record.id),
    ...{ tag, deadlineMs, nowMs, historyCurrent },
    state: state as unknown as ApprovalState,
    request: request as unknown as ApprovalRequest,
  };
}

function parse(text: string): Record<string, unknown> {
  let value: { v?: unknown } & Record<string, unknown>;
  try {
    value = (JSON.parse(text) ?? {}) as typeof value;
  } catch (cause) {
    throw new Tier2Error("record_unreadable", "A stored approval is not JSON.", { cause });
  }
  const { v, ...rest } = value;
  if (v === readableVersion) return rest;
  throw new Tier2Error(
    "record_unreadable",
    `A stored approval has format version ${String(v)}; this version reads ${readableVersion}.`,
  );
}
