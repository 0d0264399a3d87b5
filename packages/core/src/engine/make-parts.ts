import { checkedPolicies } from "../policy/checked-policies.js";
import type { Platform } from "../ports.js";
import type { Store } from "../store.js";
import { errorFacts } from "./error-facts.js";
import { type CallStep, quietly } from "./events.js";
import { guardedStore } from "./guarded-store.js";
import { settingsOf, type Tier2Options } from "./options.js";
import type { Parts } from "./parts.js";

const outside = { tx: undefined };

/** What the parts of one engine share, made of its options. `closing` ends it. */
export function makeParts(
  options: Tier2Options,
  platform: Platform,
): Parts & { readonly closing: { abort(reason: unknown): void } } {
  const { server, journal, authorize, isEnabled, risk, canDecide, canSettle, policies, reviewUrl } = options;
  const settings = settingsOf(options);
  const closing = platform.abortController();
  const observe = quietly(options.onEvent);
  const event: Parts["event"] = (about, step) => ({
    atMs: platform.wallMs(),
    server,
    ...about,
    ...(step as CallStep),
    ...("error" in step && step.error !== undefined && { error: errorFacts(step.error) }),
  });
  const guarded = (store: Store) => guardedStore(store, platform, settings.storeTimeoutMs);
  const store = guarded(options.store);
  const { approvalStore = options.store } = options;
  return {
    ...settings,
    store,
    approvalStore: approvalStore === options.store ? store : guarded(approvalStore),
    policies: policies === undefined ? [] : checkedPolicies(policies),
    reviewUrl,
    server,
    platform,
    hooks: {
      ...(authorize && { authorize }),
      ...(isEnabled && { isEnabled }),
      ...(risk && { risk }),
      ...(canDecide && { canDecide }),
      ...(canSettle && { canSettle }),
    },
    journal: journal && ((event, within) => journal(event, { ...outside, ...within })),
    definitions: new Map(),
    toolsLater: options.toolsLater === "any" ? "any" : [...(options.toolsLater ?? [])],
    secretsKey: options.secretsKey ?? platform.randomText(),
    running: new Map(),
    shutdown: closing.signal,
    atShutdown: new Set(),
    closing,
    retryPausesMs: [20, 100],
    observe,
    event,
    tell: options.onEvent === undefined ? () => {} : (about, step) => observe(event(about, step)),
  };
}
