import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { type Deleted, deleteShown } from "../../entities/delete-shown.js";
import { emailListContents } from "../../entities/email-lists.js";
import { putDown } from "../../entities/ledger.js";

const tool = "delete_email_list";

const done = (email_list: Deleted) => ({
  message: `E-mail list '${email_list.name}' deleted`,
  details: { email_list },
});

export const deleteEmailListTool = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Delete e-mail list",
    description:
      "Delete an e-mail list for good, with its subscribers, its sequence and its conversion triggers; nothing brings " +
      "the addresses back.",
    input: z.strictObject({ id: z.int().positive().describe("The list's id, as list_email_lists gives it.") }),
    category: "delete",
    transaction: db.store,
    async preview({ id }, { tx = db }) {
      const found = await emailListContents(tx, id);
      if (!found) return refuse(`E-mail list #${id} not found`);
      return {
        summary:
          `Will delete e-mail list #${id} '${found.name}' — ${found.subscribers} subscribers, ` +
          `${found.sequence_steps} sequence steps, ${found.conversion_triggers} conversion triggers, ` +
          `${found.bound_landings} bound landing pages`,
        preview: found,
        stateVersion: JSON.stringify(found),
        material: { target: `email_list:${id}`, count: found.subscribers, reversibility: "irreversible" },
      };
    },
    async execute(_params, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      return done(await deleteShown(tx, "email_lists", preview, emailListContents));
    },
  });
