import type { Json } from "./json.js";

/** Throws dice: a whole number below `sides`. The same seed throws the same. */
export type Dice = (sides: number) => number;

export function diceFrom(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/**
 * A JSON text of a value, as somebody else's program may write it: members in any order, blanks, escapes, numbers in
 * other forms, and members that stand there twice, of which JSON.parse takes the last.
 */
export function spelt(value: Json, dice: Dice): string {
  const blank = () => ["", "", "", " ", "\n", "\t", "\r\n "][dice(7)] as string;
  const around = (inner: string) => blank() + inner + blank();

  function text(of: string): string {
    const characters = Array.from({ length: of.length }, (_none, index) => of.charAt(index));
    return `"${characters.map((character) => (dice(6) === 0 ? escaped(character) : plain(character))).join("")}"`;
  }

  function number(of: number): string {
    const usual = JSON.stringify(of);
    if (Object.is(of, -0)) return ["0", "-0", "-0.0"][dice(3)] as string;
    if (!/^-?\d+$/.test(usual)) return usual;
    return [usual, usual, `${usual}.0`, `${usual}e0`, `${usual}0E-1`, `${usual}.00e+00`][dice(6)] as string;
  }

  function object(of: { [key: string]: Json }): string {
    const members = Object.entries(of).map(([key, inner]): [string, string] => [key, any(inner)]);
    if (dice(2) === 0) members.reverse();
    const first = members[dice(members.length)];
    if (first !== undefined && dice(4) === 0) members.unshift([first[0], any([null, "decoy", 1, {}][dice(4)] as Json)]);
    return `{${members.map(([key, inner]) => `${around(text(key))}:${inner}`).join(",")}}`;
  }

  function any(of: Json): string {
    if (typeof of === "string") return around(text(of));
    if (typeof of === "number") return around(number(of));
    if (typeof of !== "object" || of === null) return around(String(of));
    return around(Array.isArray(of) ? `[${of.map(any).join(",")}]` : object(of));
  }

  return any(value);
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

const plain = (character: string): string => JSON.stringify(character).slice(1, -1);
