import { type Done, type Refused, type Verbatim, verbatim } from "@holdpoint/tier2-core";
import { StreamableFile } from "@nestjs/common";
import { isObservable, lastValueFrom } from "rxjs";

/** Stands for a result that is no object, since a record holds objects: replayed elsewhere it is still readable. */
const valueKey = "holdpoint/value";

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
  return verbatim(isObjectOfJson(result) ? (result as object) : { [valueKey]: result });
}

/** What a method returned, of what was recorded. */
export const ownResult = (recorded: object): unknown =>
  Object.hasOwn(recorded, valueKey) ? (recorded as { [valueKey]: unknown })[valueKey] : recorded;

/** A Date is text by the time it is recorded. One that has no JSON stays, for core to say so. */
function isObjectOfJson(result: unknown): boolean {
  if (typeof result !== "object" || result === null) return false;
  try {
    const json: unknown = JSON.parse(JSON.stringify(result));
    return typeof json === "object" && json !== null;
  } catch {
    return true;
  }
}

/** `refuse(…)` and nothing else: a result may well have a member of that name. */
export const isRefusal = (result: unknown): result is Refused =>
  typeof result === "object" &&
  result !== null &&
  typeof (result as Partial<Refused>).refused === "string" &&
  Object.keys(result).length === 1;
