import { refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { createEmailList } from "../../entities/email-lists.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const createEmailListTool = (sql: Sql) =>
  defineTier1Tool({
    name: "create_email_list",
    title: "Create e-mail list",
    description: "Create an empty e-mail list. Nobody is written to.",
    input: z.strictObject({ name: z.string().trim().min(1).max(120).describe("A name that no list has yet.") }),
    readOnly: false,
    async run({ name }) {
      const list = await createEmailList(sql, name);
      return list ? { email_list: list } : refuse(`There is an e-mail list '${name}' already`);
    },
  });
