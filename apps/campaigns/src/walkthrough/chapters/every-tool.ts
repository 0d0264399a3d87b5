import { isDeepStrictEqual } from "node:util";
import type { Chapter } from "../chapter.js";
import { databaseText } from "../database-text.js";
import { examples } from "../examples.js";

const matches = (shown: unknown, expected: string | RegExp) =>
  expected instanceof RegExp ? expected.test(String(shown)) : shown === expected;

export const everyTool: Chapter = {
  title: "Every tool of Tier 2 says first what would happen",
  async play({ say, showTable, expect, same, server, database }) {
    const agent = await (await server()).agent();
    const delivered = await databaseText(database);

    say("One first call of each. Whatever it would lose, spend or give away, nothing is different after it.");
    const rows: { tool: string; "what it says": unknown }[] = [];
    const wrong: string[] = [];
    const named = new Set<string>();
    for (const [tool, { args, summary }] of Object.entries(examples)) {
      const { body } = await agent.callQuietly(tool, args);
      rows.push({ tool, "what it says": body.summary });
      const { target, reversibility } = (body.material ?? {}) as { target?: string; reversibility?: unknown };
      const isSame = isDeepStrictEqual(await databaseText(database), delivered);
      if (body.status !== "confirmation_required" || !matches(body.summary, summary) || !isSame) wrong.push(tool);
      if (target !== undefined && reversibility !== undefined) named.add(tool);
    }
    showTable(rows);
    expect("previews", rows.length, 20);
    same("each is as it must be, and not one row of any table is different after any of them", wrong, []);
    expect("of which that name their target and whether it can be undone, as typed facts", named.size, 20);
  },
};
