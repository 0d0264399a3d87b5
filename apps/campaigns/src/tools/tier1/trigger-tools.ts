import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { listConversionTriggers } from "../../entities/conversion-triggers.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const listConversionTriggersTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_email_conversion_triggers",
    title: "List e-mail conversion triggers",
    description: "List what enrols the customers of a kind of conversion in which e-mail list, and how often it did.",
    input: z.strictObject({}),
    readOnly: true,
    async run() {
      const triggers = await listConversionTriggers(sql);
      return { triggers: triggers.map(({ version: _, ...trigger }) => trigger) };
    },
  });
