import { redact } from "./scan.js";

/** A text that must not stand in a report, and what stands there instead. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A text as a report may show it. */
export type Hide = (text: string) => string;

export const secretName = /pass(word|wd)?$|secret|token|api[_-]?key|credential|recovery|private[_-]?key|authorization/i;

/** Shorter ones are words and numbers that stand everywhere: hidden, they would make a report unreadable and tell what they are. */
const minLength = { secret: 4, other: 6 };

/** The values of an environment or of headers: their names need not say that they are secrets. */
export function secretsNamed(from: string, values: Readonly<Record<string, string>> = {}): readonly Secret[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const shortest = secretName.test(name) ? minLength.secret : minLength.other;
    // `Bearer …`: the second word alone is as secret.
    return [value, ...(/^(?:bearer|basic|token) +(\S+)$/i.exec(value)?.slice(1) ?? [])]
      .filter((each) => each.length >= shortest)
      .map((each) => ({ name: `${from} ${name}`, value: each }));
  });
}

/** The values of arguments whose names say that they are secrets: a server may echo them. */
export function secretsIn(value: unknown, under?: string): readonly Secret[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, item]) => secretsIn(item, secretName.test(name) ? name : under));
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return under !== undefined && text.length >= minLength.secret ? [{ name: `argument ${under}`, value: text }] : [];
}

/** Hides these, whatever they look like, and then all that looks like a secret. To be done before a text is cut. */
export function hiding(secrets: readonly Secret[] = []): Hide {
  const shown = new Map(secrets.flatMap(({ name, value }) => forms(value).map((form) => [form, `[${name}]`] as const)));
  if (shown.size === 0) return redact;
  const longestFirst = [...shown.keys()].sort((a, b) => b.length - a.length);
  const any = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return (text) => redact(text.replace(any, (found) => shown.get(found) ?? ""));
}

/** As it is, in JSON, and in an address. */
const forms = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, "�")),
];

/** Plain JSON with every text in it hidden. */
export function hidden(value: unknown, hide: Hide): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => hidden(item, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hidden(item, hide)]));
}
