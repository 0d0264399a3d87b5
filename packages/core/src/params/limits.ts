/** What arguments may be at most. Beyond it they are refused before anything is stored. */
export const limits = {
  /** Nesting of arrays and objects; a body of some kilobytes can hold thousands of levels and overflow the stack. */
  depth: 64,
  /** Members and elements, over all levels. */
  members: 10_000,
  /** UTF-16 units of the canonical text. */
  chars: 256 * 1024,
} as const;
