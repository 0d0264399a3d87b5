/** What became of the operations that a fault struck. */
export interface FaultResult {
  /** Operations that were under way when the fault came. */
  readonly injected: number;
  /** Operations whose handler started more than once. */
  readonly doubled: number;
  /** Operations that took effect, or told a caller so, and later replay nothing or something else. */
  readonly lost: number;
  /** Operations whose outcome the store cannot tell when all is over: they ask to be reconciled. */
  readonly inDoubt: number;
}

export const none: FaultResult = { injected: 0, doubled: 0, lost: 0, inDoubt: 0 };

export const sum = (a: FaultResult, b: FaultResult): FaultResult => ({
  injected: a.injected + b.injected,
  doubled: a.doubled + b.doubled,
  lost: a.lost + b.lost,
  inDoubt: a.inDoubt + b.inDoubt,
});

/** Whether what protects against a fault is on. Every run is made beside one with it off, which must show the fault. */
export type Guard = "on" | "off";
