import type { Json } from "../params/plain-json.js";
import { replacedAt, secretValues, valuesAt } from "../params/secrets.js";
import { ok } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import { type Redactor, redactor } from "./redact.js";

const withheldMark = "[withheld]";

type Members = { readonly [name: string]: Json };

/**
 * An answer as it is stored and replayed: whatever stands at `paths` is withheld, and so is each repetition of it in the
 * message, in other members and in texts. An error or a refusal carries no result and stays as it is.
 *
 * A tool's own result in which no path leads anywhere is withheld as a whole: nobody can tell where its secret stands.
 */
export function withheld(answer: Answer, paths: readonly string[]): Answer {
  if (answer.body.status !== "ok") return answer;
  const { status: _ok, tool, message, ...details } = answer.body;
  const verbatim = answer.verbatim as Members | undefined;
  const roots = [details as Json, ...(verbatim === undefined ? [] : rootsOf(verbatim))];
  const redact = redactor(
    roots.flatMap((root) => secretValues(root, paths)),
    // Even one character: garbling a replay is better than telling a PIN.
    { mark: withheldMark, leastCharsInsideText: 1 },
  );
  const shown = redact.json(replacedAt(details as Json, paths, withheldMark)) as object;
  const body = ok({ tool, message: redact.text(message), details: shown });
  if (verbatim === undefined) return { body };
  if (roots.every((root) => valuesAt(root, paths).length === 0)) return nothingOf(answer);
  return { body, verbatim: withheldIn(verbatim, paths, redact) };
}

function nothingOf({ body, verbatim }: Answer): Answer {
  const isError = (verbatim as { isError?: unknown }).isError === true;
  if (isError) return { body, verbatim: { content: [{ type: "text", text: withheldMark }], isError } };
  return { body: { ...body, result_withheld: "result_secrets" } as Answer["body"] };
}

/** Where a path may start in a tool's own result: at its root, in `structuredContent`, or in a text that is JSON. */
function rootsOf(verbatim: Members): Json[] {
  const texts = blocksOf(verbatim).flatMap((block) => jsonTextOf(block) ?? []);
  return [
    verbatim as Json,
    ...(verbatim.structuredContent === undefined ? [] : [verbatim.structuredContent]),
    ...texts,
  ];
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
  return hidden(inside as Json) as object;
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
