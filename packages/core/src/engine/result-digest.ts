import type { Platform } from "../ports.js";
import type { CallStep } from "./events.js";
import { readAnswer } from "./record-answer.js";

/** Names what every replay of this recorded answer says, byte for byte. */
export function resultDigest({ sha256 }: Pick<Platform, "sha256">, data: string): string {
  const { body, verbatim } = readAnswer(data);
  return sha256(JSON.stringify(verbatim ?? body));
}

/** What is told of an ending: of a completed one, with its result. */
export const withResult = (
  platform: Pick<Platform, "sha256">,
  step: CallStep<unknown>,
  data: string,
): CallStep<unknown> => (step.type === "completed" ? { ...step, resultDigest: resultDigest(platform, data) } : step);
