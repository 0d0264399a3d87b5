import { answerData, type Outcome } from "./outcome.js";
import { maxLevels, tooDeep } from "./too-deep.js";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** One content block as text: what a model would be shown, and the addresses of what it could fetch. */
function blockText(block: unknown): string {
  if (!isObject(block)) return "";
  if (typeof block.text === "string") return block.text;
  if (isObject(block.resource)) return [block.resource.uri, block.resource.text].filter(Boolean).join("\n");
  if (typeof block.uri === "string") return block.uri;
  return typeof block.type === "string" ? `[${block.type}]` : "";
}

/** A `tools/call` result, from any server: nothing about its shape is trusted. */
export function readResult(result: Record<string, unknown>): Outcome {
  const unreadable: Outcome = { kind: "unreadable", why: `it is nested deeper than ${maxLevels} levels` };
  if (tooDeep(result)) return unreadable;
  const content = Array.isArray(result.content) ? result.content : [];
  const text = content.map(blockText).filter(Boolean).join("\n");
  const beside = besideOf(result, text);
  const answer: Outcome = {
    kind: "answered",
    isError: result.isError === true,
    text,
    ...(result.structuredContent !== undefined && { structured: result.structuredContent }),
    ...(beside !== "" && { beside }),
  };
  return tooDeep(answerData(answer)) ? unreadable : answer; // its text may be JSON as well
}

const encoded: ReadonlySet<string> = new Set(["data", "blob"]);
const fixed: ReadonlySet<string> = new Set(["type", "mimeType"]);
const readable = /^text\/|json|xml|yaml|javascript/i;

/** Texts that no text of a block repeats: names, descriptions, metadata, and what only its encoding hides. */
function besideOf({ structuredContent: _own, ...rest }: Record<string, unknown>, shown: string): string {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) {
      if (typeof each !== "string") look(each);
      else if (!encoded.has(name)) fixed.has(name) || found.add(each);
      else if (readable.test(String(value.mimeType))) found.add(Buffer.from(each, "base64").toString());
    }
  };
  look(rest);
  return [...found].filter((text) => !shown.includes(text)).join("\n");
}
