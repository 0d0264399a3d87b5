/** Decimal string and ISO 4217 code: money is never a float. */
export interface Money {
  value: string;
  currency: string;
}

/** An absolute instant as RFC 3339 text with its offset: "2026-12-24T18:00:00Z". "Tomorrow" means another day tomorrow. */
export type Instant = string;

interface TakenBack {
  /** Who can take it back. */
  by: string;
  /** What they have to produce to take it back: a backup, a receipt, the former values. */
  evidence: string;
  /** Until when it can be taken back; null if time alone never ends that. */
  until: Instant | null;
  /** What uses the change up before anybody can take it back, such as a nightly export; null if nothing does. */
  consumedBy: string | null;
}

/**
 * Whether and how an effect can be undone: a sequence of facts and not a tick in a box. The words `reversible` and
 * `costly` alone claim it without saying by whom, with what, until when.
 */
export type Reversibility =
  | "irreversible"
  | "reversible"
  | "costly"
  | ({ kind: "reversible" } & TakenBack)
  | ({ kind: "costly" /** What it takes. */; cost: string } & TakenBack);

/** How far the data that an operation discloses or touches may spread. */
export type DataClassification = "public" | "internal" | "confidential" | "restricted";

/** A set of items as `collectionOf` names it: another set of the same size has another digest. */
export interface Collection {
  /** The rule that selected the items, in words. */
  selection: string;
  /** How many items. */
  count: number;
  /** Names the set of their ids, whatever their order. */
  idDigest: string;
}

/**
 * The typed facts that a decision turns on. They are shown with the preview, judged by `risk`, and told in events, so
 * they must not hold secrets: a credential is named, never given.
 */
export interface Material extends Partial<Collection> {
  /** In whose name it happens. */
  actor?: string;
  /** The name of the credential that is used. */
  credential?: string;
  target?: string;
  amount?: Money;
  destination?: string;
  dataClassification?: DataClassification;
  /** How the target stands now, in a sentence. */
  currentState?: string;
  /** How it will stand afterwards. */
  expectedOutcome?: string;
  reversibility?: Reversibility;
}
