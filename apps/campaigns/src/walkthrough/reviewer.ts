import { demoReviewers } from "../server/demo-reviewers.js";
import type { Stage } from "./chapter.js";

/** What a screen is made of. */
export interface Screen {
  readonly id: string;
  readonly status: string;
  readonly summary: string;
  readonly action_digest: string;
  readonly material: Readonly<Record<string, unknown>>;
  readonly params: object;
  readonly requester: object;
  readonly requirement: Readonly<Record<string, unknown>>;
  readonly may?: readonly string[];
  readonly cannot_decide?: { readonly code: string };
  readonly previous?: Readonly<Record<string, unknown>>;
  readonly break_glass?: Readonly<Record<string, unknown>>;
  readonly uses_left: number | null;
}

export interface Ruling {
  readonly status: number;
  readonly code?: string;
  readonly approval?: Screen;
}

type Action = "allow" | "deny" | "revoke" | "break-glass";

/** A person at the review API, signed in with a secret of the demo: plain HTTP, as their browser would do it. */
export function reviewer({ showExchange }: Pick<Stage, "showExchange">, url: string, who: keyof typeof demoReviewers) {
  const { secret } = demoReviewers[who];
  const ask = async (path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(new URL(`/review${path}`, url), {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", "Tier2-Review": "1" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const rule = async (path: string, body: object): Promise<Ruling> => {
    const { status, body: said } = await ask(path, body);
    const approval = said.approval as Screen | undefined;
    showExchange(`${who}: POST /review${path}`, status, String(said.code ?? approval?.status));
    return { status, ...(said.code !== undefined && { code: String(said.code) }), ...(approval && { approval }) };
  };
  return {
    pending: async () => (await ask("/approvals?status=pending")).body.items as Screen[],
    all: async () => (await ask("/approvals")).body.items as Screen[],
    look: async (id: string) => (await ask(`/approvals/${id}`)).body.approval as Screen,
    reviewItems: async () => (await ask("/review-items")).body.items as Screen[],
    /** With the digest that was on the screen. */
    decide: (action: Action, { id, action_digest }: Screen, reason: string, more: object = {}) =>
      rule(`/approvals/${id}/${action}`, { action_digest, reason, ...more }),
    closeReview: (id: string, reason: string) => rule(`/review-items/${id}/close`, { reason }),
  };
}

/** The one request that waits, as it stands on somebody's screen. */
export async function onlyOne(person: Pick<ReturnType<typeof reviewer>, "pending">): Promise<Screen> {
  const [first, ...more] = await person.pending();
  if (first === undefined || more.length > 0) throw new Error("Expected one request that waits");
  return first;
}
