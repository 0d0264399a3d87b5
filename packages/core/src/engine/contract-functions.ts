/**
 * The seven functions of the Tier-2 contract under their own names and argument shapes, for handlers written by hand.
 * `defineTier2Tool` and `call` stand above them and make their known mistakes impossible. The seven take no part in the
 * guard against duplicates: a second token for the same operation runs it a second time. Nor can they ask for an approval, so
 * a tool that a policy may apply to is refused here.
 */
import { readConfirmation } from "../confirmation/read.js";
import { isTier2Error, Tier2Error } from "../errors.js";
import type { Cancel } from "../ports.js";
import { confirmationRequired, ok, rejected } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";
import { envelopeToToolResult, payloadToToolResult } from "../wire/to-tool-result.js";
import { type Claim, type Claimed, claimToken, type Helpers } from "./claim.js";
import { canonicalParams, demandToolName, names, previewCopy } from "./contract-input.js";
import type { ContractFunctions } from "./contract-types.js";
import { isCoveredByHand } from "./demand.js";
import { completionPausesMs } from "./execute.js";
import { isIntentOnRecord } from "./intent-by-hand.js";
import { issue } from "./issue.js";
import { putOnRecord } from "./on-record.js";
import type { Parts } from "./parts.js";
import { type Proposal, readProposal } from "./proposal.js";
import { readAnswer, recordAnswer } from "./record-answer.js";
import { redactor } from "./redact.js";
import { endUnstarted } from "./replicated.js";
import { withResult } from "./result-digest.js";
import { addressOf, bindingOf } from "./token.js";
import { repeated, transition } from "./transition.js";

export function contractFunctions(parts: Parts, helpers: Helpers): ContractFunctions {
  const { platform, server, times } = parts;
  /** This process's own claims, which spare `recordCompletion` a read. */
  const claims = new Map<string, { claim: Claim; forget: Cancel }>();

  function remember(claim: Claim): void {
    const forget = platform.inBackground(times.leaseMs, () => claims.delete(claim.id));
    claims.set(claim.id, { claim, forget });
  }

  async function claimOf(id: string): Promise<Pick<Claim, "claim" | "claimedAtMs" | "binding">> {
    const own = claims.get(id);
    if (own !== undefined) return own.claim;
    const record = await parts.store.get(id);
    const state = record && readConfirmation(record).state;
    if (state && state.status !== "pending") return state;
    throw new Tier2Error(
      "invalid_setup",
      "recordCompletion: this token was not consumed, so it has nothing to complete.",
    );
  }

  return {
    async issueToken({ tokenId, toolName, params, preview = {} }) {
      if (!names(tokenId)) {
        throw new Tier2Error(
          "invalid_setup",
          "issueToken needs a tokenId: who asked for this? A default is shared by all.",
        );
      }
      demandToolName("issueToken", toolName);
      if (isCoveredByHand(parts, toolName)) {
        throw new Tier2Error(
          "invalid_setup",
          `issueToken: a policy or its level may ask for an approver of "${toolName}", which only a tool of defineTier2Tool can do.`,
        );
      }
      const canonical = canonicalParams(params);
      const proposal = {
        requester: { tokenId },
        server,
        tool: toolName,
        // Nothing reads them here, and nobody said which of them are secret.
        params: null,
        byHand: true as const,
        preview: previewCopy(preview),
      };
      return (await issue(parts, proposal, canonical)).token;
    },

    async consumeToken({ confirm_token, tokenId, toolName, params }) {
      if (!names(tokenId)) return { ok: false, reason: "access_revoked", detail: "requester_missing" };
      demandToolName("consumeToken", toolName);
      if (isCoveredByHand(parts, toolName)) return { ok: false, reason: "policy_changed" };
      if (typeof confirm_token !== "string")
        return { ok: false, reason: "invalid_params", detail: "confirm_token is no text" };
      let binding: ReturnType<typeof bindingOf>;
      try {
        const bound = {
          token: confirm_token,
          tokenId,
          server,
          tool: toolName,
          canonicalParams: canonicalParams(params),
        };
        binding = bindingOf(platform, bound);
      } catch (error) {
        if (error instanceof Tier2Error && error.code === "not_canonical")
          return { ok: false, reason: "invalid_params", detail: error.message };
        throw error;
      }
      const address = addressOf(platform, confirm_token);
      const { operationId } = address;
      const about = { tool: toolName, requester: { tokenId }, operationId };
      let claimed: Claimed;
      try {
        claimed = await claimToken(parts, helpers, { token: confirm_token, ...address, binding }, undefined);
      } catch (error) {
        if (!isTier2Error(error, "store_unavailable")) throw error;
        parts.tell(about, { type: "refused", reason: "store_unavailable", error });
        return { ok: false, reason: "store_unavailable" };
      }
      switch (claimed.kind) {
        case "won": {
          const proposal = readProposal(claimed.claim.record);
          // Another process's policies asked for it; here nobody would look at what was allowed, nor spend its use.
          if (proposal?.approval !== undefined) {
            await endUnstarted(parts, claimed.claim, { reason: "policy_changed" });
            return { ok: false, reason: "policy_changed" };
          }
          if (!(await isIntentOnRecord(parts, about, proposal))) {
            await endUnstarted(parts, claimed.claim, unjournaled);
            return { ok: false, ...unjournaled };
          }
          remember(claimed.claim);
          parts.tell(about, { type: "claimed" });
          return { ok: true, operation_id: operationId };
        }
        case "replay":
          parts.tell(about, { type: "replayed" });
          return { ok: true, operation_id: operationId, completed: recordedResult(readAnswer(claimed.data)) };
        case "refuse": {
          const { reason, detail, retryAfterMs } = claimed;
          parts.tell(about, { type: "refused", reason, ...(detail !== undefined && { detail }) });
          return {
            ok: false,
            reason,
            ...(detail !== undefined && { detail }),
            ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
          };
        }
      }
    },

    async recordCompletion(confirm_token, result) {
      if (!names(confirm_token)) throw new Tier2Error("invalid_setup", "recordCompletion needs the consumed token.");
      const { id, operationId } = addressOf(platform, confirm_token);
      const answer: Answer = { body: ok({ tool: "", message: "Executed." }), verbatim: result };
      const { data } = recordAnswer(answer, redactor([]), parts.maxResultBytes);
      const about = { tool: "", requester: { tokenId: "" }, operationId };
      try {
        const { claim, claimedAtMs, binding } = await repeated(platform, completionPausesMs, () => claimOf(id));
        claims.get(id)?.forget();
        claims.delete(id);
        const complete = { type: "complete", binding, claim, claimedAtMs, outcome: "completed", data } as const;
        const done = await transition(parts, id, complete, completionPausesMs);
        const proposal = done.kind === "done" ? readProposal(done.record) : null;
        const durationMs = Math.max(0, platform.wallMs() - claimedAtMs);
        const ended = withResult(platform, { type: "completed", durationMs }, data);
        if (proposal !== null) await putOnRecord(parts, { ...about, ...subjectOf(proposal) }, ended);
      } catch (error) {
        if (isTier2Error(error, "invalid_setup")) throw error;
        // The effect is committed: its caller must hear so, whatever became of the record.
        parts.tell(about, { type: "completion_unrecorded", error });
      }
    },

    previewResponse: (a) => envelopeToToolResult(confirmationRequired({ ...a, ttlMs: times.ttlMs })),
    doneResponse: (a) => envelopeToToolResult(ok(a)),
    rejectionResponse: ({ tool, reason, detail, retry_after_ms: retryAfterMs }) =>
      envelopeToToolResult(rejected(tool, { reason, detail, retryAfterMs })),
    okText: payloadToToolResult,
  };
}

const unjournaled = { reason: "not_executed", detail: "journal_unavailable" } as const;

const subjectOf = ({ tool, requester }: Proposal) => ({ tool, requester });

const recordedResult = (answer: Answer): object => answer.verbatim ?? envelopeToToolResult(answer.body);
