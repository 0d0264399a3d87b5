/**
 * Who may append is written in a folder of claims: files named by a number that only goes up. The highest one holds the
 * lock, until `<number>.released` stands beside it or whoever made it is gone. To claim is to create the next number,
 * which only one can. Numbers are never used again, so an old claim is never taken for a new one.
 */
export interface Standing {
  readonly highest: number;
  readonly isReleased: boolean;
  /** Of no use any more once somebody holds the number after the highest: in the order in which they must go. */
  readonly old: readonly string[];
}

const claim = /^\d+$/;

export const releaseOf = (number: number): string => `${number}.released`;

/** Undefined where there is no claim at all, which is not a lock that is free. */
export function standingOf(names: readonly string[]): Standing | undefined {
  const numbers = names.filter((name) => claim.test(name)).map(Number);
  const highest = Math.max(-1, ...numbers);
  if (highest < 0) return undefined;
  return {
    highest,
    isReleased: names.includes(releaseOf(highest)),
    // Upwards, so that whoever comes late and makes a number anew finds the one before it gone.
    old: numbers
      .filter((number) => number < highest)
      .sort((a, b) => a - b)
      .flatMap((number) => [String(number), releaseOf(number)]),
  };
}
