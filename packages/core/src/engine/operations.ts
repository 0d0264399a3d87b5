import type { Approver, InDoubt, NotSettled, Operations, Settled } from "../approval/approvals.js";
import { approverOf } from "../approval/given.js";
import { isPast } from "../confirmation/confirmation.js";
import { readConfirmation } from "../confirmation/read.js";
import { isTier2Error, Tier2Error } from "../errors.js";
import type { StoredRecord } from "../store.js";
import { refusedToSettle } from "./may-settle.js";
import { cursorAt, placeOf } from "./page-cursor.js";
import type { Parts } from "./parts.js";
import { type Proposal, readProposal } from "./proposal.js";
import { recordSettlement } from "./record-settlement.js";
import { reconciledAnswer } from "./settle.js";
import { confirmationKind, operationIdOf } from "./token.js";

const pageSize = 200;
const defaultLimit = 50;

interface Doubt {
  readonly id: string;
  readonly proposal: Proposal;
  readonly claimedAtMs: number;
}

type Viewer = Required<Approver>;
type Page = Awaited<ReturnType<Operations["inDoubt"]>>;

const list = "in doubt";
const refused = (reason: NotSettled): Settled => ({ ok: false, reason });

/** What nobody knows the outcome of, for people: found by its listing, since an operation id leads to no record. */
export function operationsOf(parts: Parts): Operations {
  const { store, platform } = parts;

  async function* listed(): AsyncGenerator<StoredRecord> {
    for (let cursor: string | undefined; ; ) {
      const page = await store.list(confirmationKind, { limit: pageSize, ...(cursor !== undefined && { cursor }) });
      yield* page.records;
      if (page.cursor === undefined) return;
      cursor = page.cursor;
    }
  }

  async function find(operationId: string): Promise<Doubt | undefined> {
    for await (const record of listed()) {
      if (operationIdOf(platform, record.id) === operationId) return doubtIn(parts, record);
    }
    return undefined;
  }

  /** Undefined: that one is not listed (any more). */
  async function pageAfter(last: string | undefined, limit: number, viewer?: Viewer): Promise<Page | undefined> {
    const items: InDoubt[] = [];
    let isReached = last === undefined;
    for await (const record of listed()) {
      const doubt = isReached ? doubtIn(parts, record) : undefined;
      isReached ||= operationIdOf(platform, record.id) === last;
      if (doubt === undefined) continue;
      if (items.length === limit) {
        return { items, cursor: cursorAt(parts, list, (items.at(-1) as InDoubt).operationId) };
      }
      items.push(await rowFor(parts, doubt, viewer));
    }
    return isReached ? { items } : undefined;
  }

  return {
    // Not the store's cursor: that may be the id of a record, the digest of a token, and cursors stand in URLs and logs.
    async inDoubt({ approver, cursor, limit = defaultLimit } = {}) {
      const viewer = approver === undefined ? undefined : approverOf(approver);
      if (approver !== undefined && viewer === undefined) return { items: [] };
      const most = Math.max(1, Math.min(pageSize, Math.floor(limit)));
      const last = placeOf(parts, list, cursor);
      // After one that was settled meanwhile: from the start, rather twice than never.
      return (await pageAfter(last, most, viewer)) ?? (await pageAfter(undefined, most, viewer)) ?? { items: [] };
    },

    async settle(operationId, { by, reason, as }) {
      const person = personOf(by, reason);
      const doubt = await find(operationId);
      if (doubt === undefined || parts.running.has(doubt.id)) return refused("not_in_doubt");
      const why = await refusedToSettle(parts, person, shown(parts, doubt), doubt.proposal.approval?.id);
      if (why !== undefined) return refused(why);
      const { tool, requester } = doubt.proposal;
      const answer = reconciledAnswer(tool, as);
      if (answer === undefined) return refused("unknown");
      const about = { tool, requester, operationId };
      const settled = await recordSettlement(parts, { ...doubt, about }, answer, { by: person, reason });
      return settled === "settled" ? { ok: true } : refused("not_in_doubt");
    },
  };
}

/** Undefined for what runs, has ended, belongs to another server, or was written by a version that cannot be read here. */
function doubtIn({ server }: Parts, record: StoredRecord): Doubt | undefined {
  try {
    const confirmation = readConfirmation(record);
    const { state } = confirmation;
    const proposal = readProposal(record);
    if (state.status !== "in_flight" || !isPast(confirmation) || proposal?.server !== server) return undefined;
    return { id: record.id, proposal, claimedAtMs: state.claimedAtMs };
  } catch (error) {
    if (isTier2Error(error, "record_unreadable")) return undefined;
    throw error;
  }
}

/** An operation as this person sees it. */
async function rowFor(parts: Parts, doubt: Doubt, viewer: Viewer | undefined): Promise<InDoubt> {
  const operation = shown(parts, doubt);
  const why = viewer && (await refusedToSettle(parts, viewer, operation, doubt.proposal.approval?.id));
  return { ...operation, ...(why !== undefined && { cannotSettle: why }) };
}

function shown({ platform }: Parts, { id, proposal, claimedAtMs }: Doubt): InDoubt {
  const { tool, requester, summary } = proposal;
  return {
    operationId: operationIdOf(platform, id),
    tool,
    requester,
    ...(summary !== undefined && { summary }),
    claimedAtMs,
  };
}

/** Types end at the border to JavaScript, and what is settled here is settled for good. */
function personOf(by: Approver, reason: string): Required<Approver> {
  const person = approverOf(by);
  if (person === undefined) {
    throw new Tier2Error("invalid_setup", "operations.settle needs the person who says so: `by` with id and kind.");
  }
  if (typeof reason !== "string" || reason.trim() === "") {
    throw new Tier2Error("invalid_setup", "operations.settle needs a reason.");
  }
  return person;
}
