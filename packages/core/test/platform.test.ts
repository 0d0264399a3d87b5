import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { platform } from "../src/platform.js";

describe("digests", () => {
  test("are of the UTF-8 text, in base64url without padding", () => {
    expect(platform.sha256("\u00e9")).toBe(
      createHash("sha256")
        .update(Buffer.from([0xc3, 0xa9]))
        .digest("base64url"),
    );
    expect(platform.sha256("")).toBe("47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU");
  });

  test("under a key are HMAC-SHA-256 (RFC 4231, test case 2)", () => {
    const expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    const digest = platform.hmacSha256("Jefe", "what do ya want for nothing?");
    expect(Buffer.from(digest, "base64url").toString("hex")).toBe(expected);
  });
});

test("random texts carry at least 192 bits each and are never the same", () => {
  const texts = Array.from({ length: 1000 }, () => platform.randomText());
  expect(new Set(texts).size).toBe(1000);
  for (const text of texts) {
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(text, "base64url").length * 8).toBeGreaterThanOrEqual(192);
  }
});

test("the monotonic clock never goes back, and the wall clock is the wall's", () => {
  const readings = Array.from({ length: 1000 }, () => platform.monotonicMs());
  expect(readings).toEqual([...readings].sort((a, b) => a - b));
  expect(Math.abs(platform.wallMs() - Date.now())).toBeLessThan(1000);
});

describe.each(["after", "inBackground"] as const)("a timer (%s)", (kind) => {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 30));

  test("runs once", async () => {
    let runs = 0;
    platform[kind](1, () => {
      runs += 1;
    });
    await soon();
    expect(runs).toBe(1);
  });

  test("runs no more once it is cancelled, as often as one likes", async () => {
    let runs = 0;
    const cancel = platform[kind](1, () => {
      runs += 1;
    });
    cancel();
    cancel();
    await soon();
    expect(runs).toBe(0);
  });

  test("does not run at once where the delay is longer than a timer can be", async () => {
    let runs = 0;
    const cancels = [2 ** 31, Number.MAX_SAFE_INTEGER].map((delayMs) =>
      platform[kind](delayMs, () => {
        runs += 1;
      }),
    );
    await soon();
    for (const cancel of cancels) cancel();
    expect(runs).toBe(0);
  });
});

test("only a timer that somebody waits for keeps the process alive", () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const cancelBackground = platform.inBackground(60_000, () => {});
  expect(timers()).toBe(before);
  const cancel = platform.after(60_000, () => {});
  expect(timers()).toBe(before + 1);
  cancel();
  cancelBackground();
});

test("an abort reaches its signal with its reason", () => {
  const controller = platform.abortController();
  const reasons: unknown[] = [];
  controller.signal.addEventListener("abort", () => reasons.push(controller.signal.reason));
  controller.abort("closing");
  expect(reasons).toEqual(["closing"]);
});
