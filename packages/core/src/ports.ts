/** Stops what was started; calling it again does nothing. */
export type Cancel = () => void;

/** Everything core needs from the machine it runs on. The pure machines take none of it. */
export interface Platform {
  /** SHA-256 of the UTF-8 text, base64url without padding. */
  sha256(text: string): string;
  /** HMAC-SHA-256 of the UTF-8 text under the UTF-8 key, base64url without padding. */
  hmacSha256(key: string, text: string): string;
  /** At least 192 random bits, base64url without padding. */
  randomText(): string;
  /** Wall clock for people and logs, in epoch milliseconds. It decides nothing. */
  wallMs(): number;
  /** A clock that never goes back and goes on through pauses of the process. */
  monotonicMs(): number;
  /** Runs once after `delayMs`. Somebody waits for it, so it keeps the process alive. */
  after(delayMs: number, run: () => void): Cancel;
  /** Runs once after `delayMs`, unless the process has nothing else to do and ends before. */
  inBackground(delayMs: number, run: () => void): Cancel;
  abortController(): { readonly signal: AbortSignal; abort(reason?: unknown): void };
}
