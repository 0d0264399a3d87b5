const symbols: Record<string, string> = { USD: "$", EUR: "€" };

/** "4.50" → "$4.50". */
export const shownAmount = (amount: string, currency = "USD") =>
  currency in symbols ? `${symbols[currency]}${amount}` : `${amount} ${currency}`;

/** For totals: whole amounts go without decimals, "1247.00" → "$1247". */
export const shownTotal = (amount: string, currency = "USD") => shownAmount(amount.replace(/\.00$/, ""), currency);

/** 37.8 → "+37.8%". */
export const shownChange = (percent: number) => `${percent < 0 ? "" : "+"}${percent}%`;
