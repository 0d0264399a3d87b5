import { setupError } from "../setup-error.js";
import type { ProbeOptions } from "./options.js";

/**
 * Refuses a target that nobody said may be lost: by word in the options, and by a mark in each place that is observed.
 *
 * @throws Tier2Error `invalid_setup` that names the missing mark
 */
export async function demandDisposable({
  disposable,
  observers,
}: Pick<ProbeOptions, "disposable" | "observers">): Promise<void> {
  if (disposable !== true)
    throw setupError("The probe destroys what it can reach. Say `disposable: true` if everything there may be lost.");
  for (const observer of observers) {
    const answer = await observer.isDisposable?.();
    if (answer?.ok === false)
      throw setupError(
        `${observer.watches} is not marked as disposable, so nothing was called. The mark is: ${answer.mark}`,
      );
  }
}
