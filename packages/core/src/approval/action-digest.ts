import { canonicalJson } from "../params/canonical-json.js";
import type { Platform } from "../ports.js";
import { namesOf } from "../requester.js";
import type { Material } from "../tool/material.js";
import { stateOf } from "../tool/state-of.js";
import type { ApprovalRequest } from "./approval.js";

/** What an action is known by. */
export type Action = Pick<
  ApprovalRequest,
  "requester" | "server" | "tool" | "params" | "resolved" | "material" | "stateVersion" | "definition" | "requirement"
> & {
  /** Keyed digest of the secret params, where there are any; never stored. */
  readonly secretsDigest?: string | undefined;
};

/**
 * What the approver saw and decides about: SHA-256 over requester with all in whose name it asks, server, tool, params
 * (the secret ones, which nobody sees, by a keyed digest: another secret is another action), what `resolve` made of them, the facts that a risk turns on, state version or collection, the policies with their versions,
 * and the tool's definition. Texts written for people (summary, preview, how things stand) are not part of it: they may
 * differ from one preview to the next where nothing has changed.
 */
export function actionDigest(platform: Pick<Platform, "sha256">, action: Action): string {
  const { requester, server, tool, params, secretsDigest, resolved } = action;
  const { material, stateVersion, definition, requirement } = action;
  const { actor, credential, target, amount, destination, dataClassification, selection, count, idDigest } = material;
  const reversibility = kindOf(material);
  return platform.sha256(
    `holdpoint/action 1\n${canonicalJson({
      requester: namesOf(requester),
      ...{ server, tool, params, secretsDigest, resolved, definition },
      facts: {
        actor,
        credential,
        target,
        amount,
        destination,
        dataClassification,
        selection,
        count,
        idDigest,
        reversibility,
      },
      state: stateOf({ stateVersion, material }),
      policies: requirement.matched.map(({ id, version }) => ({ id, version })),
    })}`,
  );
}

/** By whom and until when it can be taken back are told in sentences, and may differ from one preview to the next. */
const kindOf = ({ reversibility }: Material) =>
  typeof reversibility === "object" ? reversibility.kind : reversibility;
