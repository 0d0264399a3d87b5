import type { Chapter } from "../chapter.js";
import { examples } from "../examples.js";

const view = "select id, name, status from campaigns where id = 43";

export const tools: Chapter = {
  title: "What a client sees, and Tier 1",
  async play({ say, showTable, expect, same, holds, observe, server }) {
    const agent = await (await server()).agent();

    say(
      "The tools, as the real MCP client lists them. What can lose data or money, or stores a credential, takes a confirm token.",
    );
    const { tools: listed } = await agent.client.listTools();
    const rows = listed.map(({ name, annotations, inputSchema }) => ({
      tool: name,
      "only reads": annotations?.readOnlyHint,
      destroys: annotations?.destructiveHint,
      "takes confirm_token": inputSchema.properties?.confirm_token !== undefined,
    }));
    showTable(rows);
    const guarded = rows.filter((row) => row["takes confirm_token"]);
    expect("tools", rows.length, 47);
    expect("in two steps", guarded.length, 21);
    same(
      "they are those of the contract",
      guarded.map(({ tool }) => tool).sort(),
      [...Object.keys(examples), "apply_migration"].sort(),
    );
    holds(
      "none of those claims to be a read",
      guarded.every((row) => row["only reads"] === false),
    );

    say("A Tier-1 tool runs at once: pausing a campaign is undone as easily.");
    const campaign = (status: string) => [{ id: 43, name: "Spring Launch FR", status }];
    const paused = await observe(view, { before: campaign("active"), after: campaign("paused") }, () =>
      agent.call("pause_campaign", { id: 43 }),
    );
    same("it answers with the campaign and no token", Object.keys(paused.body), ["campaign"]);
  },
};
