/** What became of the operations that faults struck. */
export interface Tally {
  /** How often the fault was made to happen. */
  readonly faults: number;
  /** Operations that were under way then. */
  readonly struck: number;
  /** Operations that started once too often: a second time, or at all after their token had expired. */
  readonly doubled: number;
  /** Operations that took effect, or told a caller so, of which the store later says something else. */
  readonly lost: number;
  /** Operations whose outcome the store cannot tell when all is over: their caller hears so, and they never run again. */
  readonly inDoubt: number;
}

export const none: Tally = { faults: 0, struck: 0, doubled: 0, lost: 0, inDoubt: 0 };

export const sum = (a: Tally, b: Tally): Tally => ({
  faults: a.faults + b.faults,
  struck: a.struck + b.struck,
  doubled: a.doubled + b.doubled,
  lost: a.lost + b.lost,
  inDoubt: a.inDoubt + b.inDoubt,
});
