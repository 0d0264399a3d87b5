import { type Done, type Refused, type Verbatim, verbatim } from "@holdpoint/tier2-core";
import { StreamableFile } from "@nestjs/common";
import { isObservable, lastValueFrom } from "rxjs";

/** How a method's own result is recorded: of any type, so it stands in an object. */
export interface Recorded {
  readonly value: unknown;
}

/** What a method returned, once it is there: Nest takes promises and observables. */
export async function settled(result: unknown): Promise<unknown> {
  const value: unknown = await result;
  return isObservable(value) ? lastValueFrom(value, { defaultValue: undefined }) : value;
}

/** A method's result as an outcome that can be recorded and replayed: its own answer, or the ok envelope for none. */
export function recordable(result: unknown): Done | Refused | Verbatim {
  if (result === undefined) return { message: "Executed." };
  if (isRefusal(result)) return result;
  if (result instanceof StreamableFile) {
    result.getStream().destroy();
    return { message: "Executed.", details: { result_withheld: "stream" } };
  }
  return verbatim({ value: result } satisfies Recorded);
}

/** `refuse(…)` and nothing else: a result may well have a member of that name. */
const isRefusal = (result: unknown): result is Refused =>
  typeof result === "object" &&
  result !== null &&
  typeof (result as Partial<Refused>).refused === "string" &&
  Object.keys(result).length === 1;
