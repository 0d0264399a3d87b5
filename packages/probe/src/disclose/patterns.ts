/** What an answer can hold that does more than inform. */
export type LeakKind = "secret" | "signed_url" | "command" | "bank_details";

export interface Pattern {
  readonly kind: LeakKind;
  readonly what: string;
  readonly matches: RegExp;
}

/**
 * Every repetition has an end where another attempt could begin in it: an answer must not cost time by its square.
 * From top to bottom; what an earlier one matched, a later one no longer sees.
 */
export const patterns: readonly Pattern[] = [
  {
    kind: "signed_url",
    what: "signed link",
    // As a text, in JSON (`\/`, `\u0026`), in HTML (`&amp;`) and as a part of another address (`%3A%2F%2F`).
    matches:
      /https?(?::|%3a)(?:\\{0,8}\/|%2f){2}(?:(?!https?(?::|%3a))[^\s"'<>])+?(?:[?&;]|%3f|%26|\\u0026)(?:x-amz-signature|x-goog-signature|x-amz-security-token|signature|sig|hmac|jwt|token|access_?token|auth_?token|download_?token|expires?|policy)(?:=|%3d)(?:[^\s"'<>\\]|\\{1,8}(?:\/|u00[\da-f]{2}))+/gi,
  },
  {
    kind: "secret",
    what: "private key",
    matches: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
  { kind: "secret", what: "JSON Web Token", matches: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g },
  { kind: "secret", what: "access key", matches: /\b(AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    kind: "secret",
    what: "API token",
    matches:
      /\b(gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|[rs]k[_-](live|test|proj|ant)?[_-]?[\w-]{16,}|npm_\w{30,}|cfm_[\w-]{20,})/g,
  },
  {
    kind: "secret",
    what: "credentials in an address",
    matches: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"']{1,200}:[^\s/@"']{1,500}@[^\s"']+/gi,
  },
  {
    kind: "secret",
    what: "named secret",
    matches:
      /["']?[\w-]{0,60}?(password|passwd|secret|api[_-]?key|private[_-]?key|access[_-]?token|refresh[_-]?token|auth[_-]?token|recovery[_-]?codes?|credential)\w{0,30}\\{0,8}["']?\s{0,20}[:=]\s{0,20}(\[[^\]]*\]?|\\*"(?:[^"\\]|\\.)+"|[^\s,;"'{}[\]]{4,})/gi,
  },
  {
    kind: "bank_details",
    what: "bank account number",
    matches: /\b[A-Z]{2}\d{2}( ?[A-Z0-9]{4}){3,7}( ?[A-Z0-9]{1,3})?\b/g,
  },
  {
    kind: "command",
    what: "executable command",
    matches:
      /(^|[\n`$"]\s{0,40})\$? ?(sudo |curl |wget |rm -|chmod |npx |pip install |npm i(nstall)? |bash -c|sh -c|powershell|kubectl |docker (run|exec) |ssh |git clone |aws |gcloud )[^\n`"]{3,}/g,
  },
];

/** ISO 7064: what a bank account number must satisfy, and random text almost never does. */
export function isBankAccount(text: string): boolean {
  const plain = text.replaceAll(" ", "");
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
