import type { Material } from "./material.js";

/** What would happen, computed from current state before anything changes. */
export interface Preview {
  summary: string;
  preview: object;
  /**
   * Opaque name of the state the preview was computed from; another one at execution refuses with `state_changed`. A
   * collection in `material` belongs to it.
   */
  stateVersion?: string | undefined;
  material?: Material | undefined;
}

interface NoFixedField {
  status?: never;
  tool?: never;
  message?: never;
}

/** An object of any type: the second member lets a literal be written where the type is named. */
export type Details = (object & NoFixedField) | (Record<string, unknown> & NoFixedField);

/** Becomes the ok envelope; `details` stand beside its three fixed fields. */
export interface Done {
  message: string;
  details?: Details;
}

/** An expected "no": nothing was done. */
export interface Refused {
  readonly refused: string;
}

/** A guarded tool's own result, stored and replayed as it is. */
export interface Verbatim {
  readonly verbatim: object;
}

/** The system of record's answer. `not_executed` only if the effect can no longer happen, otherwise `unknown`. */
export type Reconciled = ({ outcome: "completed" } & Done) | { outcome: "not_executed" | "unknown" };

/** Ends the call as `rejected` / `not_possible` with this message. */
export const refuse = (message: string): Refused => ({ refused: message });

export const verbatim = (result: object): Verbatim => ({ verbatim: result });

export const isRefused = (value: object): value is Refused => typeof (value as Partial<Refused>).refused === "string";

export const isVerbatim = (value: object): value is Verbatim => {
  const inner = (value as Partial<Verbatim>).verbatim;
  return typeof inner === "object" && inner !== null;
};
