import type { PartName } from "./parts.js";
import { percentOf, type Score } from "./score.js";

/** One table of scores, and one of what survived. */
export function markdownOf(scores: readonly (readonly [PartName, Score])[]): string {
  const rows = scores.map(([part, score]) => {
    const { noticed, survived } = score;
    return `| ${part} | ${noticed + survived.length} | ${noticed} | ${survived.length} | ${percentOf(score).toFixed(1)} % |`;
  });
  const survivors = scores.flatMap(([, { survived }]) =>
    survived.map(({ place, kind, change }) => `| ${place} | ${kind} | ${inCell(change)} |`),
  );
  const table = ["| part | changes | noticed | survived | score |", "| --- | ---: | ---: | ---: | ---: |", ...rows];
  if (survivors.length === 0) return `${table.join("\n")}\n`;
  return `${table.join("\n")}\n\n| survived at | kind | changed to |\n| --- | --- | --- |\n${survivors.join("\n")}\n`;
}

/** A code span; what would end the cell or the span is written otherwise. */
const inCell = (text: string) =>
  text === "" ? "(nothing)" : `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
