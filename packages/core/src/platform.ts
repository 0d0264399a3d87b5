// The one impure file of core: the default clock, randomness and digests, from Node's built-ins.
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Platform } from "./ports.js";

const tokenBytes = 32;

export const platform: Platform = {
  sha256: (text) => createHash("sha256").update(text, "utf8").digest("base64url"),
  hmacSha256: (key, text) => createHmac("sha256", key).update(text, "utf8").digest("base64url"),
  randomText: () => randomBytes(tokenBytes).toString("base64url"),
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  inBackground(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  abortController: () => new AbortController(),
};
