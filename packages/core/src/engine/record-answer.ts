import type { Json } from "../params/plain-json.js";
import { type Envelope, executed, type Ok, ok, type Rejected } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import { type Redactor, redactor } from "./redact.js";
import { redactedResult } from "./redact-result.js";
import { withheld } from "./withhold.js";
import { withoutResult } from "./without-result.js";

const maxMessageChars = 1000;
const nothingHidden = redactor([]);

/** Deeper answers are withheld: whatever reads them after us (a transport, a validator) may recurse. */
const maxDepth = 256;

/**
 * What is returned now, and the text that is stored for replays. They are the same bytes, but for what `resultSecrets`
 * name: that stands in the first answer only.
 */
export interface RecordedAnswer {
  readonly answer: Answer;
  readonly data: string;
}

/**
 * Redacts and limits an answer once, before it is first returned. It never fails: by now the effect may have
 * happened, and an answer that cannot be written down must not hide that.
 */
export function recordAnswer(
  { approval, ...answer }: Answer,
  redact: Redactor,
  maxBytes: number,
  resultSecrets: readonly string[] = [],
): RecordedAnswer {
  const recorded = recordResult(answer, redact, maxBytes, resultSecrets);
  if (approval === undefined) return recorded;
  // The engine's own words about it: no secret, no length, and told with each replay.
  const data = JSON.stringify({ ...readAnswer(recorded.data), approval });
  return { answer: { ...recorded.answer, approval }, data };
}

function recordResult(
  answer: Answer,
  redact: Redactor,
  maxBytes: number,
  resultSecrets: readonly string[],
): RecordedAnswer {
  const written = write(answer, redact, maxBytes, resultSecrets);
  if ("result_withheld" in written) {
    const { result_withheld: why } = written;
    const first = shortened(answer.body, redact, maxBytes, written);
    // What the result keeps secret was not looked for, and the message may repeat it.
    const mute = resultSecrets.length > 0 && first.status === "ok" ? { ...first, message: executed } : first;
    const left = (body: Ok | Rejected) => withoutResult(body, answer.verbatim, why);
    return { answer: left(first), data: JSON.stringify(left(mute)) };
  }
  const { first, stored } = written;
  const bytes = Math.max(utf8Length(first), first === stored ? 0 : utf8Length(stored));
  if (bytes <= maxBytes) return { answer: readAnswer(first), data: stored };
  const why = { result_withheld: "too_large", result_bytes: bytes } as const;
  const short = (data: string): Answer => {
    const { body, verbatim } = readAnswer(data);
    return withoutResult(shortened(body, nothingHidden, maxBytes, why), verbatim, why.result_withheld);
  };
  return { answer: short(first), data: JSON.stringify(short(stored)) };
}

export const readAnswer = (data: string): Answer => JSON.parse(data) as Answer;

interface Unwritten {
  readonly result_withheld: "not_serializable" | "too_deep" | "too_large";
  readonly result_bytes?: number;
}

function write(
  answer: Answer,
  redact: Redactor,
  maxBytes: number,
  resultSecrets: readonly string[],
): { first: string; stored: string } | Unwritten {
  try {
    const text = JSON.stringify(answer);
    // Before anything is looked for in it, since that takes a while.
    const bytes = utf8Length(text);
    if (bytes > maxBytes) return { result_withheld: "too_large", result_bytes: bytes };
    const plain = JSON.parse(text) as Answer;
    // A toJSON among the details may have answered in place of the body.
    if (plain.body?.status !== answer.body.status || typeof plain.verbatim !== typeof answer.verbatim) {
      return { result_withheld: "not_serializable" };
    }
    if (isDeeperThan(maxDepth, plain)) return { result_withheld: "too_deep" };
    const kept = redacted(plain, redact);
    const first = JSON.stringify(kept);
    return { first, stored: resultSecrets.length === 0 ? first : JSON.stringify(withheld(kept, resultSecrets)) };
  } catch {
    return { result_withheld: "not_serializable" };
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** The protocol's own members keep their names and words, whatever the secrets of a call are. */
function redacted({ body, verbatim }: Answer, redact: Redactor): Answer {
  return {
    body: redactedBody(body, redact),
    ...(verbatim !== undefined && { verbatim: redactedResult(verbatim as Json, redact) as object }),
  };
}

function redactedBody(body: Envelope, redact: Redactor): Envelope {
  if (body.status !== "ok") return body.status === "rejected" ? { ...body, error: redact.text(body.error) } : body;
  const { status: _ok, tool, message, ...details } = body;
  return ok({ tool, message: redact.text(message), details: redact.json(details as Json) as object });
}

function shortened(body: Envelope, redact: Redactor, maxBytes: number, why: Unwritten): Ok | Rejected {
  // A character takes up to six bytes of JSON, and the rest of the answer some hundreds.
  const chars = Math.min(maxMessageChars, Math.floor(maxBytes / 10));
  // Hidden before it is cut, since half a secret would not be recognised.
  const cut = (text: unknown) => (typeof text === "string" ? redact.text(text).slice(0, chars) : executed);
  return body.status === "rejected"
    ? { status: "rejected", tool: body.tool, reason: body.reason, error: cut(body.error) }
    : { status: "ok", tool: body.tool, message: cut((body as Partial<Ok>).message), ...why };
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
