import type fc from "fast-check";

/** Something to throw inputs at. */
export interface Target<Input> {
  readonly name: string;
  /** What must hold, as the end of a sentence. */
  readonly claim: string;
  /** Of the inputs asked for, this target gets one in so many: some inputs cost a request each. */
  readonly oneIn: number;
  /** How many inputs one run tries, so that what is dear to set up serves several. */
  readonly inputsPerRun: number;
  open(): Promise<OpenTarget<Input>>;
}

export interface OpenTarget<Input> {
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Throws if the claim does not hold. */
  check(input: Input): void | Promise<void>;
  close?(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a table of targets with inputs of any type
export type AnyTarget = Target<any>;

export const runsFor = (target: AnyTarget, inputs: number): number =>
  Math.max(1, Math.ceil(inputs / target.oneIn / target.inputsPerRun));
