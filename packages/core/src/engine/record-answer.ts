import type { Json } from "../params/plain-json.js";
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
  if (data === undefined) return fallback(answer, redact, { result_withheld: "not_serializable" });
  const bytes = utf8Length(data);
  if (bytes > maxBytes) return fallback(answer, redact, { result_withheld: "too_large", result_bytes: bytes });
  return { answer: JSON.parse(data) as Answer, data };
}

export const readAnswer = (data: string): Answer => JSON.parse(data) as Answer;

function serialize(answer: Answer, redact: Redactor): string | undefined {
  try {
    const text = JSON.stringify(answer);
    return JSON.stringify(redact.json(JSON.parse(text) as Json));
  } catch {
    return undefined;
  }
}

function fallback({ body }: Answer, redact: Redactor, why: Record<string, unknown>): RecordedAnswer {
  const cut = (value: unknown) => redact.text(String(value).slice(0, maxMessageChars));
  const kept: Answer = {
    body:
      body.status === "rejected"
        ? { status: "rejected", tool: body.tool, reason: body.reason, error: cut(body.error) }
        : {
            status: "ok",
            tool: body.tool,
            message: cut((body as { message?: unknown }).message ?? "Executed."),
            ...why,
          },
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
