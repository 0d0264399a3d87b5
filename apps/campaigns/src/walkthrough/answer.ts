import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** The answer to a tool call, as an agent reads it. */
export interface Answer {
  /** The JSON text block: what a replay must repeat to the byte. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly replayed: boolean;
  readonly result: CallToolResult;
}

export function answerOf(result: CallToolResult): Answer {
  const last = result.content.at(-1);
  const text = last?.type === "text" ? last.text : "";
  return {
    text,
    body: bodyOf(text),
    isError: result.isError === true,
    replayed: result._meta?.["holdpoint/replayed"] === true,
    result,
  };
}

/** An error that is no envelope, as the SDK itself makes them, is text. */
function bodyOf(text: string): Answer["body"] {
  try {
    return JSON.parse(text) as Answer["body"];
  } catch {
    return { status: "error", error: text };
  }
}

/** A token is long and says nothing: its beginning tells it apart. */
export const shortened = (text: string): string => text.replace(/\b(cfm_[\w-]{4})[\w-]{12,}/g, "$1…");

/** One line about an answer, for people. */
export function told({ body }: Answer): { status: string; text: string } {
  const { status, tool: _, ...rest } = body;
  switch (status) {
    case "confirmation_required":
      return { status, text: `${rest.summary}  ${shortened(String(rest.confirm_token))}` };
    case "ok":
      return { status, text: `${rest.message}  ${JSON.stringify({ ...rest, message: undefined })}` };
    case "rejected":
      return { status: `rejected ${[rest.reason, rest.detail].filter(Boolean).join("/")}`, text: String(rest.error) };
    default:
      return { status: String(status ?? "ok"), text: JSON.stringify(rest).slice(0, 160) };
  }
}
