// The one impure file of core: the default clock, randomness and digests, from Node's built-ins.
import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac, hash, randomBytes } from "node:crypto";
import type { Platform } from "./ports.js";

const tokenBytes = 32;
/** Node fires at once where a delay exceeds this; so "never" would mean "now". */
const longestDelayMs = 2 ** 31 - 1;

/** Runs a task outside the call that happened to set its timer, so that it neither keeps nor passes on that call's context. */
const outside = AsyncLocalStorage.snapshot();

const timer = (delayMs: number, run: () => void) => setTimeout(run, Math.min(delayMs, longestDelayMs));

export const platform: Platform = {
  sha256: (text) => hash("sha256", text, "base64url"),
  hmacSha256: (key, text) => createHmac("sha256", key).update(text, "utf8").digest("base64url"),
  randomText: () => randomBytes(tokenBytes).toString("base64url"),
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const started = timer(delayMs, run);
    return () => clearTimeout(started);
  },
  inBackground(delayMs, run) {
    const started = timer(delayMs, () => outside(run)).unref();
    return () => clearTimeout(started);
  },
  abortController: () => new AbortController(),
};
