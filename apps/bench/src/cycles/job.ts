/**
 * The job of the cycle groups: an operation with arguments of its own is announced where that is possible, run once,
 * its result recorded, and asked for again. The arguments come as text, as they do from a wire.
 */
const argumentsText = (index: number): string =>
  JSON.stringify({ offer_id: index, payout: "12.50", currency: "EUR", reason: "seasonal change", targets: [1, 2, 3] });

export const resultOf = (args: { offer_id: number }) => ({
  content: [{ type: "text", text: `Payout of offer ${args.offer_id} updated.` }],
  structuredContent: { status: "ok", offer: args.offer_id },
});

/** The arguments of operation `index` of this contestant's whole life: no trial meets those of an earlier one. */
export function freshArguments(): (index: number) => { offer_id: number } {
  let base = 0;
  let highest = 0;
  return (index) => {
    if (index === 0) {
      base += highest + 1;
      highest = 0;
    }
    highest = Math.max(highest, index);
    return JSON.parse(argumentsText(base + index));
  };
}
