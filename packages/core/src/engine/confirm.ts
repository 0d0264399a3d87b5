import type { Elicited } from "../elicitation/elicit.js";
import { type Reply, replyOf } from "../wire/reply.js";
import { askUser } from "./ask-user.js";
import type { Call } from "./call.js";
import { type Bid, claimToken, type Helpers } from "./claim.js";
import type { Concluded } from "./concluded.js";
import { executeExactlyOnce } from "./exactly-once.js";
import { type Claimed, execute } from "./execute.js";
import { readAnswer } from "./record-answer.js";
import { recordedAnswer } from "./recorded-answer.js";
import { refused } from "./refused.js";
import { addressOf, bindingOf } from "./token.js";

/** A call with a token: the execution, the recorded answer, or why neither. At L2 the client's user is asked first. */
export async function confirm(call: Call, helpers: Helpers, token: string): Promise<Reply> {
  const { parts, about, params } = call;
  const { platform, server } = parts;
  const { tokenId } = about.requester;
  const binding = bindingOf(platform, { token, tokenId, server, tool: about.tool, canonicalParams: params.canonical });
  const bid = { token, ...addressOf(platform, token), binding };
  const asked = await askUser(call, helpers, bid);
  if ("refusal" in asked) return refused(parts, { ...about, operationId: bid.operationId }, asked.refusal);
  const { elicited } = asked;
  const claimed = await claim({ ...call, elicited }, helpers, bid);
  switch (claimed.kind) {
    case "ended":
      return claimed.reply;
    case "won":
      return execute(parts, claimedOf({ ...call, elicited }, claimed.claim));
    case "replay": {
      const { operationId } = claimed;
      parts.tell({ ...about, operationId }, { type: "replayed" });
      return replyOf(readAnswer(claimed.data), { replayed: true, operationId });
    }
    case "refuse": {
      const subject = { ...about, operationId: claimed.operationId };
      if (claimed.detail === "in_doubt") parts.tell(subject, { type: "in_doubt" });
      return refused(parts, subject, claimed);
    }
  }
}

type Confirming = Call & { readonly elicited: Elicited | undefined };
type Won = Extract<Awaited<ReturnType<typeof claimToken>>, { kind: "won" }>;

/** A tool that is switched off starts nothing, one with a transaction does everything in that, any other claims first. */
async function claim(call: Confirming, helpers: Helpers, bid: Bid): Promise<Concluded | Won> {
  const { parts, definition, context } = call;
  const { source, signal, hints } = context;
  if (context.disabled === true) return recordedAnswer(parts, bid);
  if (definition.transaction === undefined) return claimToken(parts, helpers, bid, signal);
  const { token, binding } = bid;
  return executeExactlyOnce(
    { ...call, store: definition.transaction, token, binding, source, hints, waiting: signal },
    helpers,
  );
}

function claimedOf(
  { definition, params, about, acknowledged, elicited, context }: Confirming,
  claim: Won["claim"],
): Claimed {
  const { source, hints } = context;
  const subject = { ...about, operationId: claim.operationId };
  return { definition, params, claim, about: subject, acknowledged, elicited, source, hints };
}
