/** What a server sends must not move the reader's cursor or colour the reader's screen. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "�");
