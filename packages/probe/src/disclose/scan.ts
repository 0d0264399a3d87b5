import { isBankAccount, type LeakKind, type Pattern, patterns } from "./patterns.js";

export interface Leak {
  readonly kind: LeakKind;
  /** What it is and how long; never the thing itself. */
  readonly shown: string;
}

const shown = ({ what }: Pattern, text: string) => `[${what}, ${text.length} characters]`;
const counts = ({ kind }: Pattern, match: string) => kind !== "bank_details" || isBankAccount(match);

function replaceAll(text: string, found: (leak: Leak) => void): string {
  return patterns.reduce(
    (rest, pattern) =>
      rest.replace(pattern.matches, (match) => {
        if (!counts(pattern, match)) return match;
        const leak = { kind: pattern.kind, shown: shown(pattern, match) };
        found(leak);
        return pattern.kind === "command" ? match : leak.shown;
      }),
    text,
  );
}

/** What a text discloses. Knows the usual forms, so that its silence is no proof. */
export function scan(text: string): readonly Leak[] {
  const leaks: Leak[] = [];
  replaceAll(text, (leak) => leaks.push(leak));
  return leaks;
}

/** The text with everything that must not stand in a report replaced by what it is. */
export const redact = (text: string): string => replaceAll(text, () => {});
