import type { WriteStream } from "node:tty";

const codes = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof codes;
export type Paint = (colour: Colour, text: string) => string;

/** Colours where the stream is a terminal that has them: Node asks TERM and NO_COLOR. Otherwise plain text. */
export function paintFor(stream: Partial<Pick<WriteStream, "isTTY" | "hasColors">>): Paint {
  const coloured = stream.isTTY === true && stream.hasColors?.() === true;
  return (colour, text) => (coloured ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}
