/** Stands in for the model that writes landing pages: the same brief gives the same page. */
export function writeLanding(brief: string): { headline: string; body: string } {
  const [first = brief] = brief.split(/[.!?]/, 1);
  return {
    headline: `${first.slice(0, 1).toUpperCase()}${first.slice(1, 80)}`,
    body: `${brief}\n\nLeave your address and be the first to hear of it.`,
  };
}
