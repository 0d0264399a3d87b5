import type { Material } from "@holdpoint/tier2-core";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { beforeEach, describe, expect, test } from "vitest";
import { demoTokens } from "../src/server/demo-tokens.js";
import { databaseText } from "../src/walkthrough/database-text.js";
import { examples } from "../src/walkthrough/examples.js";
import { freshDatabase } from "./fresh-database.js";
import { freshServer } from "./fresh-server.js";

const database = freshDatabase();
const { start, client: connect } = freshServer(database);

/** What the engine was told at the confirm call. */
let material: Material | undefined;
let client: Client;
let tools: readonly { name: string; because: string }[];
beforeEach(async () => {
  material = undefined;
  const server = await start({
    risk(judged) {
      material = judged;
      return true;
    },
  });
  tools = server.engine.tools();
  client = await connect(server.url, demoTokens.a.token);
});

const call = async (name: string, args: object) =>
  (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;

/** An agent that is shown one part of an answer, and gets the confirm token from nowhere else. */
interface Reader {
  token(answer: CallToolResult): string | undefined;
  says(answer: CallToolResult): string;
}

const textOf = ({ content }: CallToolResult) =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

const readers: Readonly<Record<string, Reader>> = {
  text: { token: (answer) => /"(cfm_[\w-]+)"/.exec(textOf(answer))?.[1], says: textOf },
  structuredContent: {
    token: ({ structuredContent }) => structuredContent?.confirm_token as string | undefined,
    says: ({ structuredContent }) => JSON.stringify(structuredContent),
  },
};

test("the examples are the Tier-2 tools but the one of L3, each of those in a category of the operator's or disclosing", () => {
  expect(Object.keys(examples).sort()).toEqual(
    tools
      .map(({ name }) => name)
      .filter((name) => name !== "apply_migration")
      .sort(),
  );
  expect(
    tools.filter(({ because }) => because !== "category" && because !== "discloses").map(({ name }) => name),
  ).toEqual(["apply_migration"]);
});

describe.each(Object.entries(examples))("%s", (tool, { args, summary, meanwhile }) => {
  test("changes nothing on the first call, and nothing on the second when the state has changed meanwhile", async () => {
    const delivered = await databaseText(database);
    const { structuredContent } = await call(tool, args);
    expect(structuredContent).toMatchObject({
      status: "confirmation_required",
      summary: typeof summary === "string" ? summary : expect.stringMatching(summary),
    });
    expect(await databaseText(database)).toBe(delivered);
    await database.query(meanwhile);
    const changed = await databaseText(database);
    const late = await call(tool, { ...args, confirm_token: structuredContent?.confirm_token });
    expect(textOf(late)).toMatch(/"status":"rejected".*"reason":"(state_changed|not_possible)"/);
    expect(await databaseText(database)).toBe(changed);
  });

  test.each(Object.entries(readers))("is carried out by an agent that only reads %s, once", async (_what, reader) => {
    const confirm_token = reader.token(await call(tool, args));
    const before = await databaseText(database);
    const done = await call(tool, { ...args, confirm_token });
    expect(reader.says(done)).toContain('"status":"ok"');
    const after = await databaseText(database);
    expect(after).not.toBe(before);
    expect(material).toMatchObject({ target: expect.any(String), reversibility: expect.anything() });
    const replay = await call(tool, { ...args, confirm_token });
    expect(reader.says(replay)).toBe(reader.says(done).replace(/http[^"]*\/downloads\/[\w-]+/, "[withheld]"));
    expect(await databaseText(database)).toBe(after);
  });
});
