import fc from "fast-check";
import { json } from "./json.js";

/** Makes, of a real token, what somebody sends in its place. */
export type Forge = (token: string) => unknown;

export const none: Forge = () => undefined;
export const exact: Forge = (token) => token;
const at = (place: number, edit: (character: string) => string): Forge => {
  return (token) => {
    const index = place % token.length;
    return token.slice(0, index) + edit(token[index] as string) + token.slice(index + 1);
  };
};

/** Texts that come near a token, or are made of it. */
export const nearTexts: fc.Arbitrary<Forge> = fc.oneof(
  fc.nat({ max: 60 }).map(
    (chars): Forge =>
      (token) =>
        token.slice(0, chars),
  ),
  fc.nat({ max: 60 }).map(
    (chars): Forge =>
      (token) =>
        token.slice(chars),
  ),
  fc.nat({ max: 60 }).map((place) => at(place, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()))),
  fc.nat({ max: 60 }).map((place) => at(place, () => "")),
  fc.nat({ max: 60 }).map((place) => at(place, (c) => c + c)),
  fc
    .tuple(fc.nat({ max: 60 }), fc.string({ unit: "binary", maxLength: 2 }))
    .map(([place, text]) => at(place, () => text)),
  fc
    .tuple(
      fc.constantFrom(
        "",
        "\u0000",
        " ",
        "\t",
        "\n",
        "\r\n",
        "=",
        "\ufeff",
        "\u200b",
        "\u0301",
        '"',
        "'",
        ",",
        "\ud800",
      ),
      fc.boolean(),
    )
    .map(
      ([text, before]): Forge =>
        (token) =>
          before ? text + token : token + text,
    ),
  fc.constantFrom<Forge>(
    (token) => token.normalize("NFKD"),
    (token) => token.toUpperCase(),
    (token) => [...token].reverse().join(""),
    (token) => token.replace("cfm_", "CFM_"),
    (token) => token.replace("cfm_", "op_"),
    (token) => `cfm_${token}`,
    (token) => token + token,
    (token) => `${token},${token}`,
    (token) => encodeURIComponent(`${token}%`),
    (token) => Buffer.from(token).toString("base64"),
    // The last of 43 base64url characters carries two bits that say nothing.
    (token) => token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1),
    (token) => token.replaceAll("-", "+").replaceAll("_", "/"),
    (token) => token.replaceAll("c", "\u0441"),
  ),
  fc.string({ unit: "binary", maxLength: 80 }).map(
    (text): Forge =>
      () =>
        text,
  ),
  fc.string({ unit: "binary", maxLength: 80 }).map(
    (text): Forge =>
      () =>
        `cfm_${text}`,
  ),
  fc.constantFrom(300, 70_000, 1_000_000).map(
    (chars): Forge =>
      (token) =>
        token.padEnd(chars, "A"),
  ),
);
/** What is no text at all, though it may hold the token. */
export const noTexts: fc.Arbitrary<Forge> = fc.oneof(
  json.any.map(
    (value): Forge =>
      () =>
        value,
  ),
  fc.constantFrom<Forge>(
    (token) => [token],
    (token) => ({ confirm_token: token }),
    (token) => Object(token) as unknown,
    (token) => ({ toString: () => token, valueOf: () => token }),
    (token) => Buffer.from(token),
    (token) => new Map([["confirm_token", token]]),
    () => Symbol.for("cfm_"),
    () => 10n,
    () => Number.NaN,
    () => true,
    () => () => "cfm_",
  ),
);
