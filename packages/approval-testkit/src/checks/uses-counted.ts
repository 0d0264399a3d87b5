import { atOnce, confirm, granted, previewed } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects } from "../demand.js";
import type { Calls } from "../subject.js";

const counted = (which: "oneUse" | "manyUses", grant: string): Check => ({
  test: "uses-counted",
  name: `of many operations that are confirmed at once under ${grant} that many execute`,
  async run(subject, { operations }) {
    const call: Calls["oneUse"] = subject.calls[which];
    const effects = await countingFrom(subject);
    await granted(subject, call);
    const previews = await atOnce(operations, () => previewed(subject, call));
    const answers = await Promise.all(previews.map((preview) => confirm(subject, call, preview)));
    const executed = answers.filter(({ kind }) => kind === "executed").length;
    demandEffects(await effects(), call.uses, `Of ${operations} at once, as the system downstream counts`);
    demandEffects(executed, call.uses, `Of ${operations} at once, as their callers were told`);
  },
});

export const usesCounted: readonly Check[] = [
  counted("oneUse", "a grant of one use"),
  counted("manyUses", "a grant of several uses"),
];
