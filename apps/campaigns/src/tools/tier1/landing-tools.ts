import { refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { bindLanding, createLanding, listLandings } from "../../entities/landings.js";
import { writeLanding } from "../../outside/landing-writer.js";
import { defineTier1Tool } from "./tier1-tool.js";

const landingName = z.string().trim().min(1).max(120).describe("A name that no landing page has yet.");
const taken = (name: string) => refuse(`There is a landing page '${name}' already`);

export const listLandingsTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_landings",
    title: "List landing pages",
    description: "List the landing pages with their text and the e-mail list that each is bound to.",
    input: z.strictObject({}),
    readOnly: true,
    run: async () => ({ landings: await listLandings(sql) }),
  });

export const createLandingTool = (sql: Sql) =>
  defineTier1Tool({
    name: "create_landing",
    title: "Create landing page",
    description: "Create a landing page. No campaign leads to it yet.",
    input: z.strictObject({
      name: landingName,
      headline: z.string().trim().min(1).max(200),
      body: z.string().trim().min(1).max(10_000),
    }),
    readOnly: false,
    async run(fields) {
      const landing = await createLanding(sql, { ...fields, made_by: "hand" });
      return landing ? { landing } : taken(fields.name);
    },
  });

export const generateAiLandingTool = (sql: Sql) =>
  defineTier1Tool({
    name: "generate_ai_landing",
    title: "Generate landing page",
    description: "Have a landing page written from a brief. Costs a generation; no campaign leads to the page yet.",
    input: z.strictObject({
      name: landingName,
      brief: z.string().trim().min(3).max(500).describe("What it offers and to whom, in a sentence."),
    }),
    readOnly: false,
    async run({ name, brief }) {
      const landing = await createLanding(sql, { name, ...writeLanding(brief), made_by: "generator" });
      return landing ? { landing } : taken(name);
    },
  });

export const bindLandingTool = (sql: Sql) =>
  defineTier1Tool({
    name: "bind_landing_to_email_list",
    title: "Bind landing page to e-mail list",
    description: "Enrol whoever leaves an address on a landing page in a list from now on. Binding it anew undoes it.",
    input: z.strictObject({
      landing_id: z.int().positive().describe("The page's id, as list_landings gives it."),
      list_id: z.int().positive().describe("The list's id, as list_email_lists gives it."),
    }),
    readOnly: false,
    async run({ landing_id, list_id }) {
      const bound = await bindLanding(sql, landing_id, list_id);
      return bound ? { binding: bound } : refuse(`There is no landing page #${landing_id}, or no list #${list_id}`);
    },
  });
