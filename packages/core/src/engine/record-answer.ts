import type { Json } from "../params/plain-json.js";
import { type Envelope, type Ok, ok } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import type { Redactor } from "./redact.js";

const maxMessageChars = 1000;

/** What is returned now and what is stored for replays: one text, parsed back, so that both are the same bytes. */
export interface RecordedAnswer {
  readonly answer: Answer;
  readonly data: string;
}

/**
 * Redacts and limits an answer once, before it is first returned. It never fails: by now the effect may have
 * happened, and an answer that cannot be written down must not hide that.
 */
export function recordAnswer(answer: Answer, redact: Redactor, maxBytes: number): RecordedAnswer {
  const data = serialize(answer, redact);
  if (data === undefined) return fallback(answer, redact, maxBytes, { result_withheld: "not_serializable" });
  const bytes = utf8Length(data);
  if (bytes > maxBytes) {
    return fallback(answer, redact, maxBytes, { result_withheld: "too_large", result_bytes: bytes });
  }
  return { answer: JSON.parse(data) as Answer, data };
}

export const readAnswer = (data: string): Answer => JSON.parse(data) as Answer;

function serialize(answer: Answer, redact: Redactor): string | undefined {
  try {
    const kept = JSON.parse(JSON.stringify(answer)) as Answer;
    // A toJSON among the details may have answered in place of the body.
    if (kept.body?.status !== answer.body.status || typeof kept.verbatim !== typeof answer.verbatim) return undefined;
    return JSON.stringify(redacted(kept, redact));
  } catch {
    return undefined;
  }
}

/** The protocol's own members keep their names and words, whatever the secrets of a call are. */
function redacted({ body, verbatim }: Answer, redact: Redactor): Answer {
  return {
    body: redactedBody(body, redact),
    ...(verbatim !== undefined && { verbatim: redact.json(verbatim as Json) as object }),
  };
}

function redactedBody(body: Envelope, redact: Redactor): Envelope {
  if (body.status !== "ok") return body.status === "rejected" ? { ...body, error: redact.text(body.error) } : body;
  const { status: _ok, tool, message, ...details } = body;
  return ok({ tool, message: redact.text(message), details: redact.json(details as Json) as object });
}

function fallback({ body }: Answer, redact: Redactor, maxBytes: number, why: Record<string, unknown>): RecordedAnswer {
  // A character takes up to six bytes of JSON, and the rest of the answer some hundreds.
  const chars = Math.min(maxMessageChars, Math.floor(maxBytes / 10));
  // Hidden before it is cut, since half a secret would not be recognised.
  const cut = (text: unknown) => (typeof text === "string" ? redact.text(text).slice(0, chars) : "Executed.");
  const kept: Answer = {
    body:
      body.status === "rejected"
        ? { status: "rejected", tool: body.tool, reason: body.reason, error: cut(body.error) }
        : { status: "ok", tool: body.tool, message: cut((body as Partial<Ok>).message), ...why },
  };
  return { answer: kept, data: JSON.stringify(kept) };
}

/** Bytes of the text in UTF-8, without a platform's encoder. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
