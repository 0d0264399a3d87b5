import fs from "node:fs";
import { markdownOf } from "./markdown.js";
import { mutate } from "./mutate.js";
import { help, readOptions } from "./options.js";
import type { PartName } from "./parts.js";
import { percentOf, type Score } from "./score.js";

const leastPercent = 95;

async function main(args: readonly string[]): Promise<number> {
  const { help: asksForHelp, only, files, concurrency, markdown } = readOptions(args);
  if (asksForHelp) {
    console.log(help);
    return 0;
  }
  const scores: [PartName, Score][] = [];
  for (const part of only) {
    console.error(`${part} …`);
    scores.push([part, await mutate(part, { files, concurrency })]);
    if (markdown !== undefined) fs.writeFileSync(markdown, markdownOf(scores)); // as far as it went, if it is stopped
  }
  console.log(markdownOf(scores));
  return scores.every(([, score]) => percentOf(score) >= leastPercent) ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
