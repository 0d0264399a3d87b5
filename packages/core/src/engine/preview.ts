import { Tier2Error } from "../errors.js";
import type { Json } from "../params/plain-json.js";
import { materialProblem } from "../tool/material-facts.js";
import type { Preview } from "../tool/outcome.js";
import type { Redactor } from "./redact.js";

const members: ReadonlySet<string> = new Set([
  "summary",
  "preview",
  "stateVersion",
  "material",
] satisfies (keyof Preview)[]);
const maxPreviewChars = 64 * 1024;

interface CheckedPreview {
  readonly summary: string;
  readonly preview: Json & object;
  readonly rest: Pick<Preview, "stateVersion" | "material">;
}

type Kept = { preview: Json & object } & CheckedPreview["rest"];

/**
 * A preview as it is shown and stored: JSON, complete, and without the secrets of the call.
 *
 * @throws Tier2Error `invalid_setup` if the tool's preview function answered something else.
 */
export function checkedPreview(tool: string, given: Preview, redact: Redactor): CheckedPreview {
  const fail = (problem: string, cause?: unknown): never => {
    throw new Tier2Error("invalid_setup", `Tool "${tool}": its preview ${problem}.`, { cause });
  };
  if (typeof given !== "object" || given === null) fail("answered nothing");
  const unknown = Object.keys(given).find((key) => !members.has(key));
  if (unknown !== undefined) fail(`has an unknown member "${unknown}"`);
  const { summary, preview, stateVersion, material } = given;
  if (typeof summary !== "string" || summary === "") fail("has no summary");
  if (stateVersion !== undefined && typeof stateVersion !== "string") fail("has a stateVersion that is no text");
  let text = "";
  try {
    text = JSON.stringify({
      preview,
      ...(stateVersion !== undefined && { stateVersion }),
      ...(material !== undefined && { material }),
    });
  } catch (cause) {
    fail("cannot be written as JSON", cause);
  }
  if (text.length > maxPreviewChars) fail(`is longer than ${maxPreviewChars} characters`);
  const { preview: shown, ...rest } = JSON.parse(text) as Kept;
  if (typeof shown !== "object" || shown === null) fail("has no preview object");
  const problem = rest.material === undefined ? undefined : materialProblem(rest.material);
  if (problem !== undefined) fail(`has a material that ${problem}`);
  const facts = (rest.material ?? {}) as Json;
  // The rules judge these facts, so what is hidden in them would be hidden from the rules too.
  if (JSON.stringify(redact.json(facts)) !== JSON.stringify(facts)) fail("repeats a secret argument in its material");
  return {
    summary: redact.text(summary),
    preview: redact.json(shown) as Json & object,
    rest: { ...rest, ...(rest.stateVersion !== undefined && { stateVersion: redact.text(rest.stateVersion) }) },
  };
}
