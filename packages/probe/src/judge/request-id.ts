import { type CaseName, cases } from "../matrix/cases.js";
import { firstStep, type Observed, runOf } from "../matrix/observed.js";
import { judgeIdempotent } from "./idempotent.js";
import { bearing } from "./weigh.js";

const withSameId: ReadonlySet<CaseName> = new Set(["key_order", "cut", "parallel", "parallel_connections"]);

/** What a declared request id is worth. `ornament`: it changes nothing. */
export interface RequestId {
  readonly worth: "honoured" | "ornament" | "cannot_tell";
  readonly sentence: string;
}

/** A request id is honoured if its repetition does nothing, also after a cut and at once, and another one does. */
export function judgeRequestId(observed: Observed): RequestId | undefined {
  const other = runOf(observed, "other_request_id");
  const again = runOf(observed, "again");
  if (other === undefined || again === undefined) return undefined;
  const effects = (steps: (typeof other)["steps"]) => bearing(observed, steps, "repeated", "breaks").length;
  if (effects(firstStep(observed, "ordinary") === undefined ? [] : other.steps.slice(0, 1)) === 0)
    return { worth: "cannot_tell", sentence: "the first call had no effect that could be repeated" };
  if (effects(again.steps) > 0) return { worth: "ornament", sentence: "the same id, sent again, took effect again" };
  const troubled = judgeIdempotent(observed).find(({ case: name, found }) => found === "false" && withSameId.has(name));
  if (troubled !== undefined)
    return { worth: "ornament", sentence: `the same id took effect twice (${cases[troubled.case]})` };
  const reused = runOf(observed, "request_id_reused");
  if (reused !== undefined && effects(reused.steps.slice(1)) > 0)
    return { worth: "ornament", sentence: "the same id with other arguments was not refused and took effect" };
  if (effects(other.steps.slice(1)) === 0)
    return {
      worth: "cannot_tell",
      sentence: "another id had no effect either: it may be the arguments that are recognised",
    };
  return { worth: "honoured", sentence: "the same id did nothing again, another one did" };
}
