/** Controls, and what turns the direction of writing: a text of somebody else must not steer the terminal that shows it. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** On one line, with everything that could steer a terminal written out. */
export const printable = (text: string): string =>
  text.replace(steering, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
