import {
  createEngine,
  nodePlatform,
  type Reply,
  reasons,
  type Store,
  type Tier2Engine,
  type Tier2Tool,
} from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import fc from "fast-check";
import type { Target } from "../run/target.js";
import { json } from "../values/json.js";
import { checkReply, checkToolResult, type Wire, wire } from "./envelope-laws.js";
import { type Behaviour, behaviour, toolOf } from "./handlers.js";

interface Hooks {
  readonly authorize: boolean;
  readonly isEnabled: boolean;
  readonly risk: boolean;
  /** The store stops answering before the confirm call. */
  readonly storeLost: boolean;
}

interface ByHand {
  readonly tool: string;
  readonly text: string;
  readonly payload: object;
  readonly reason: keyof typeof reasons;
  readonly retryAfterMs: number | undefined;
}

interface Input {
  readonly behaviour: Behaviour;
  readonly hooks: Hooks;
  readonly byHand: ByHand;
}

const inputsPerRun = 7; // envelopes: of three calls, and of the four functions for handlers written by hand
const text = fc.string({ unit: "binary", maxLength: 20 });
const nearlyAlways = fc.nat({ max: 15 }).map((n) => n > 0);
const hooks = fc.record({
  authorize: nearlyAlways,
  isEnabled: nearlyAlways,
  risk: nearlyAlways,
  storeLost: nearlyAlways.map((well) => !well),
});
const byHand = fc.record({
  tool: text,
  text,
  payload: json.object,
  reason: fc.constantFrom(...(Object.keys(reasons) as (keyof typeof reasons)[])),
  retryAfterMs: fc.option(fc.nat(), { nil: undefined }),
});

/** Tools that return, refuse and throw anything, confirmed and replayed; and the functions for handlers written by hand. */
export function envelopesTarget(as: Wire = wire): Target<Input> {
  return {
    name: "envelopes",
    claim:
      "each answer is a valid MCP tool result and a proper HTTP reply, survives the wire, and is replayed byte for byte",
    oneIn: 4,
    inputsPerRun,
    open: async () => ({
      arbitrary: fc.record({ behaviour, hooks, byHand }),
      check: (input) => check(as, input),
    }),
  };
}

async function check(as: Wire, input: Input): Promise<void> {
  const store = memoryStore();
  let answers = true;
  const lost = (): Promise<never> => Promise.reject(new Error("no connection"));
  const swap: Store["swap"] = (...a) => (answers ? store.swap(...a) : lost());
  const options = {
    server: "fuzz",
    store: { ...boundTo(store), swap },
    authorize: () => input.hooks.authorize,
    isEnabled: () => input.hooks.isEnabled,
    risk: () => input.hooks.risk,
    waitForCompletionMs: 0,
  };
  // A lost store is tried again at once: what is looked for is no matter of time.
  const tier2 = createEngine(options, { ...nodePlatform, after: (_delayMs, run) => nodePlatform.after(0, run) });
  try {
    checkByHand(tier2, input.byHand);
    await checkCalls(as, tier2, input, () => {
      answers = !input.hooks.storeLost;
    });
  } finally {
    await tier2.close();
  }
}

const boundTo = (store: Store) => ({
  name: store.name,
  insert: store.insert.bind(store),
  get: store.get.bind(store),
  list: store.list.bind(store),
  sweep: store.sweep.bind(store),
});

async function checkCalls(as: Wire, tier2: Tier2Engine, input: Input, beforeConfirm: () => void): Promise<void> {
  let runs = 0;
  const tool = toolOf(input.behaviour, () => {
    runs += 1;
  });
  const first = await replyTo(tier2, tool, {});
  if (first === undefined) return; // its preview threw, or answered what is no preview: its author hears so
  checkReply(as, first);
  if (runs > 0) throw new Error("The first call ran the handler.");
  if (first.body.status !== "confirmation_required") return;
  beforeConfirm();
  const confirmed = { confirm_token: first.body.confirm_token };
  const second = await tier2.call(tool, confirmed, { requester });
  checkReply(as, second);
  if (second.status === "ok" && runs === 0 && input.behaviour.reconcile === undefined)
    throw new Error("ok without a run.");
  const third = await tier2.call(tool, confirmed, { requester });
  checkReply(as, third);
  if (runs > 1) throw new Error("The handler ran twice.");
  if (!input.hooks.storeLost && answerIn(third) !== answerIn(second)) {
    throw new Error(`The replay differs: ${answerIn(third)}`);
  }
}

const answerIn = ({ body, verbatim }: Reply): string => JSON.stringify({ body, verbatim });

const requester = { tokenId: "ann" };

/** A first call; undefined where the tool's own preview is at fault, which its author hears as an exception. */
async function replyTo(tier2: Tier2Engine, tool: Tier2Tool, args: object): Promise<Reply | undefined> {
  return tier2.call(tool, args, { requester }).catch(() => undefined);
}

function checkByHand(tier2: Tier2Engine, { tool, text: said, payload, reason, retryAfterMs }: ByHand): void {
  const token = "cfm_x";
  checkToolResult(tier2.previewResponse({ tool, summary: said, preview: payload, token }), {
    ...{ status: "confirmation_required", tool, summary: said, preview: payload, confirm_token: token },
    confirm_instructions: `Review the preview above. If correct, call "${tool}" again with the SAME arguments plus "confirm_token": "${token}". Token expires in 5 minutes and is single-use.`,
  });
  const own = { status: "ok", tool, message: said };
  checkToolResult(tier2.doneResponse({ tool, message: said, details: payload }), { ...own, ...payload, ...own });
  const retry = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs };
  const rejection = tier2.rejectionResponse({ tool, reason, detail: said, ...retry });
  const sentence = (JSON.parse(rejection.content[0]?.text ?? "") as { error: string }).error;
  checkToolResult(rejection, { ...{ status: "rejected", tool, error: sentence, reason, detail: said }, ...retry });
  checkToolResult(tier2.okText(payload), payload);
}
