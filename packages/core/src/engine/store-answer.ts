// What a store may answer. Anything else is no answer: acting on it could execute what the store never granted.
import type { Insert, Page, StoredRecord, Swap, Write } from "../store.js";

type Fields = Record<string, unknown>;
type RefusedSwap = Extract<Swap, { ok: false }>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isTextOrNull = (value: unknown) => value === null || typeof value === "string";

const isRecord = (value: unknown): value is StoredRecord =>
  isObject(value) &&
  typeof value.id === "string" &&
  typeof value.tag === "string" &&
  typeof value.state === "string" &&
  isTextOrNull(value.body) &&
  isTextOrNull(value.data) &&
  Number.isFinite(value.deadlineMs) &&
  Number.isFinite(value.nowMs) &&
  typeof value.historyCurrent === "boolean";

const isRecordOf = (id: string, value: unknown): value is StoredRecord => isRecord(value) && value.id === id;

const isWritten = (id: string, { tag }: Write, value: unknown) => isRecordOf(id, value) && value.tag === tag;

const refusals: ReadonlySet<unknown> = new Set(["tag", "deadline", "history"] satisfies RefusedSwap["why"][]);

export const isInsert =
  (id: string, write: Write) =>
  (value: unknown): value is Insert =>
    isObject(value) &&
    (value.ok === true
      ? isWritten(id, write, value.record)
      : value.ok === false && value.why === "taken" && isRecordOf(id, value.record));

export const isSwap =
  (id: string, write: Write) =>
  (value: unknown): value is Swap => {
    if (!isObject(value)) return false;
    if (value.ok === true) return isWritten(id, write, value.record);
    if (value.ok !== false) return false;
    return value.why === "absent" ? value.record === null : refusals.has(value.why) && isRecordOf(id, value.record);
  };

export const isFound =
  (id: string) =>
  (value: unknown): value is StoredRecord | null =>
    value === null || isRecordOf(id, value);

export const isPage = (value: unknown): value is Page =>
  isObject(value) &&
  Array.isArray(value.records) &&
  value.records.every(isRecord) &&
  (value.cursor === undefined || typeof value.cursor === "string");

export const isSweep = (value: unknown): value is { freed: number; more: boolean } =>
  isObject(value) && Number.isFinite(value.freed) && typeof value.more === "boolean";
