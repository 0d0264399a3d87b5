import fc from "fast-check";
import { type AnyTarget, runsFor } from "./target.js";

export interface Order {
  readonly inputs: number;
  readonly seed: number;
  /** Leaves a counterexample as large as it was found. */
  readonly endOnFailure?: boolean;
  /** Told before each run, so that somebody else can see a run that does not end. */
  onRun?(run: number): void;
}

/** What came of a target; `failure` is undefined if its claim held for every input. */
export interface Outcome {
  readonly inputs: number;
  readonly failure?: string;
}

/** Throws that many inputs at a target. A rejection that nobody handles is a failure too. */
export async function runTarget(
  target: AnyTarget,
  { inputs, seed, endOnFailure = false, onRun }: Order,
): Promise<Outcome> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const open = await target.open();
  let runs = 0;
  try {
    const property = fc.asyncProperty(open.arbitrary, async (input) => {
      onRun?.(runs);
      runs += 1;
      unhandled.length = 0;
      await open.check(input);
      await turnOfTheLoop();
      if (unhandled.length > 0) throw new Error("A rejection was handled by nobody.", { cause: unhandled[0] });
    });
    const details = await fc.check(property, { seed, numRuns: runsFor(target, inputs), endOnFailure });
    const tried = details.numRuns * target.inputsPerRun;
    const failure = details.failed ? report(details) : undefined;
    return { inputs: tried, ...(failure !== undefined && { failure }) };
  } finally {
    await open.close?.();
    process.off("unhandledRejection", note);
  }
}

function report(details: fc.RunDetails<[unknown]>): string {
  const { errorInstance: error } = details;
  const cause = error instanceof Error && error.cause !== undefined ? ` (${String(error.cause)})` : "";
  return `${String(error)}${cause}\n${fc.defaultReportMessage(details)}`;
}

/** Only then are rejections told that nobody handles. */
const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
