import type { Verdict } from "../judge/finding.js";
import type { Claim } from "../subject/hints.js";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  holds: "holds",
  contradicted: "CONTRADICTED",
  cautious: "more cautious than seen",
  cannot_tell: "cannot tell",
  no_meaning: "no meaning here",
};

export const claimWords = ({ value, declared }: Claim): string => `${value}${declared ? "" : " (default)"}`;
