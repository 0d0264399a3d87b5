// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const moving = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** What a server sends must not move the reader's cursor, colour the reader's screen or turn the direction of the text. */
export const plain = (text: string): string => text.replace(moving, "�");

/** JSON that is as safe to print, and loses nothing: the same characters stand in it as escapes. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    moving,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
