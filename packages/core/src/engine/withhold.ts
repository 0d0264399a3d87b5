import type { Json } from "../params/plain-json.js";
import { replacedAt, restAfter, secretValues, valuesAt } from "../params/secrets.js";
import { executed, type Ok, ok } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import { type Redactor, redactor } from "./redact.js";
import { redactedResult } from "./redact-result.js";
import { withoutResult } from "./without-result.js";

const withheldMark = "[withheld]";

type Members = { readonly [name: string]: Json };

/**
 * An answer as it is stored and replayed: whatever stands at `paths` is withheld, and so is each repetition of it in the
 * message, in other members and in texts. A refusal carries no result and stays as it is.
 *
 * An answer in which one of the paths leads nowhere is withheld as a whole: nobody can tell where that secret stands.
 */
export function withheld(answer: Answer, paths: readonly string[]): Answer {
  if (answer.body.status !== "ok" || paths.length === 0) return answer;
  const { status: _ok, tool, message, ...details } = answer.body;
  const verbatim = answer.verbatim as Members | undefined;
  const roots = [details as Json, ...(verbatim === undefined ? [] : rootsOf(verbatim))];
  const stands = (path: string) =>
    roots.some((root) => standsThroughout(root, path)) || valuesAt((verbatim ?? null) as Json, [path]).length > 0;
  if (!paths.every(stands)) {
    const why = "result_secrets";
    return withoutResult({ status: "ok", tool, message: executed, result_withheld: why } as Ok, verbatim, why);
  }
  const redact = redactor(
    [...roots, (verbatim ?? null) as Json].flatMap((root) => secretValues(root, paths)),
    // Even one character: garbling a replay is better than telling a PIN.
    { mark: withheldMark, leastCharsInsideText: 1 },
  );
  const shown = redact.json(replacedAt(details as Json, paths, withheldMark)) as object;
  const body = ok({ tool, message: redact.text(message), details: shown });
  return verbatim === undefined ? { body } : { body, verbatim: withheldIn(verbatim, paths, redact) };
}

/** A path that meets a list must lead on in each of its elements: in the one where it does not, the secret has another name. */
function standsThroughout(value: Json, path: string): boolean {
  if (Array.isArray(value)) return value.every((element) => standsThroughout(element, path));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => {
    const rest = restAfter(key, path);
    return key === path || (rest !== undefined && standsThroughout(inner, rest));
  });
}

/** Where a path may start in a tool's own result beside its root: in `structuredContent`, or in a text that is JSON. */
function rootsOf(verbatim: Members): Json[] {
  const texts = blocksOf(verbatim).flatMap((block) => jsonTextOf(block) ?? []);
  return [...(verbatim.structuredContent === undefined ? [] : [verbatim.structuredContent]), ...texts];
}

function withheldIn(verbatim: Members, paths: readonly string[], redact: Redactor): object {
  const hidden = (value: Json): Json => redact.json(replacedAt(value, paths, withheldMark));
  const { structuredContent, content } = verbatim;
  const inside = {
    ...verbatim,
    ...(structuredContent !== undefined && { structuredContent: hidden(structuredContent) }),
    ...(Array.isArray(content) && {
      content: content.map((block) => {
        const json = jsonTextOf(block);
        // Written anew, so that it stays JSON where a number is withheld.
        return json === undefined ? block : { ...(block as Members), text: JSON.stringify(hidden(json)) };
      }),
    }),
  };
  return redactedResult(replacedAt(inside as Json, paths, withheldMark), redact) as object;
}

const blocksOf = ({ content }: Members): Json[] => (Array.isArray(content) ? content : []);

function jsonTextOf(block: Json): Json | undefined {
  const text = typeof block === "object" && block !== null && !Array.isArray(block) ? block.text : undefined;
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
