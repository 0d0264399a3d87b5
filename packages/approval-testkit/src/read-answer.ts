import type { HttpAnswer, McpAnswer, RawAnswer } from "./raw-answer.js";

/** An answer, as an agent understands it that knows the contract. */
export interface Answer {
  readonly kind: "pending" | "preview" | "executed" | "refused";
  /** Of a pending one. */
  readonly approval: {
    readonly id: string;
    readonly approvers: readonly string[];
    readonly previous?: { readonly id?: string; readonly status?: string; readonly reason?: string };
  };
  /** Of a preview, else "". */
  readonly token: string;
  /** The operation that it would repeat. */
  readonly duplicateOf?: string;
  /** Of a refused one. */
  readonly reason?: string;
  readonly raw: RawAnswer;
}

type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};

const text = (value: unknown): string => (typeof value === "string" ? value : "");

export function readAnswer(raw: RawAnswer): Answer {
  const envelope = raw.via === "mcp" ? envelopeIn(raw) : membersOf(raw.body);
  const approval = membersOf(envelope.approval);
  const duplicateOf = text(membersOf(envelope.duplicate_of).operation_id);
  const reason = text(envelope.reason);
  return {
    kind: kindOf(raw, envelope),
    approval: {
      id: text(approval.id),
      approvers: Array.isArray(approval.approvers) ? approval.approvers.map(String) : [],
      ...(approval.previous !== undefined && { previous: membersOf(approval.previous) }),
    },
    token: text(envelope.confirm_token),
    ...(duplicateOf !== "" && { duplicateOf }),
    ...(reason !== "" && { reason }),
    raw,
  };
}

function kindOf(raw: RawAnswer, { status }: Members): Answer["kind"] {
  if (status === "approval_pending") return "pending";
  if (status === "confirmation_required") return "preview";
  return isSuccess(raw) ? "executed" : "refused";
}

/** What transport alone says of it. */
const isSuccess = (raw: RawAnswer): boolean => (raw.via === "mcp" ? raw.result.isError !== true : isOk(raw));

export const isOk = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** Clients show a model either `structuredContent` or the texts: the envelope stands in both, in a refusal in the text. */
function envelopeIn({ result }: McpAnswer): Members {
  if (result.structuredContent !== undefined) return membersOf(result.structuredContent);
  return membersOf(jsonIn(textsIn(result).at(-1) ?? ""));
}

export function textsIn(result: McpAnswer["result"]): readonly string[] {
  return (result.content ?? []).flatMap((block) => {
    const { type, text: said } = membersOf(block);
    return type === "text" && typeof said === "string" ? [said] : [];
  });
}

/** Undefined for what is no JSON. */
export function jsonIn(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}
