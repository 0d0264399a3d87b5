/** Money travels as a decimal text with two places ("4.50") and is reckoned in whole cents. */
const twoPlaces = /^(\d+)\.(\d\d)$/;

export function cents(amount: string): bigint {
  const [, whole, part] = twoPlaces.exec(amount) ?? [];
  if (whole === undefined || part === undefined) throw new RangeError(`Not an amount with two decimals: ${amount}`);
  return BigInt(whole + part);
}

/** 620n → "6.20". Amounts here are never negative. */
export function amountOf(count: bigint): string {
  const digits = count.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
