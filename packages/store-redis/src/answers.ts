import type { Insert, StoredRecord, Swap, Write } from "@holdpoint/tier2-core";

// What the scripts answer, as their headers say it. A client may give numbers as text, so they are converted.
type Text = string | null;
type Integer = number | string;
type Standing = [
  why: string,
  now: Integer,
  deadline: Integer,
  body: Text,
  data: Text,
  tag: string,
  state: string,
  current: Integer,
];

function readStanding(id: string, answer: unknown): StoredRecord {
  const [, now, deadline, body, data, tag, state, current] = answer as Standing;
  return {
    id,
    tag,
    state,
    body,
    data,
    deadlineMs: Number(deadline),
    nowMs: Number(now),
    historyCurrent: Number(current) === 1,
  };
}

type Written = Pick<Write, "tag" | "state" | "data">;

export function readInsert(id: string, write: Written & { body: string }, answer: unknown): Insert {
  const [why, now, deadline, kept] = answer as [why: string, now: Integer, deadline: Integer, kept: Integer];
  if (why === "taken") return { ok: false, why, record: readStanding(id, answer) };
  if (why !== "ok") throw noAnswer(why);
  const [body, data] = Number(kept) === 1 ? [write.body, write.data ?? null] : [null, null];
  return { ok: true, record: written(id, write, now, deadline, body, data) };
}

export function readSwap(id: string, write: Written, answer: unknown): Swap {
  const [why, now, deadline, body, data] = answer as Standing;
  switch (why) {
    case "ok": {
      // The data just written is not sent back: anything stands for it, unless the payload's retention has ended.
      const standing = data === null || write.data === undefined ? data : write.data;
      return { ok: true, record: written(id, write, now, deadline, body, standing) };
    }
    case "absent":
      return { ok: false, why, record: null };
    case "tag":
    case "deadline":
    case "history":
      return { ok: false, why, record: readStanding(id, answer) };
    default:
      throw noAnswer(why);
  }
}

/** A listed record, or null if there is none, or none that is listed. */
export function readListed(id: string, answer: unknown): StoredRecord | null {
  return Number((answer as [...Standing, Integer])[8]) === 1 ? readStanding(id, answer) : null;
}

export function readRecord(id: string, answer: unknown): StoredRecord | null {
  const [why] = answer as Standing;
  if (why === "absent") return null;
  if (why === "read") return readStanding(id, answer);
  throw noAnswer(why);
}

const noAnswer = (why: unknown) => new Error(`"${String(why)}" is no answer of this script`);

function written(id: string, write: Written, now: Integer, deadline: Integer, body: Text, data: Text): StoredRecord {
  return {
    id,
    tag: write.tag,
    state: write.state,
    body,
    data,
    deadlineMs: Number(deadline),
    nowMs: Number(now),
    historyCurrent: true,
  };
}
