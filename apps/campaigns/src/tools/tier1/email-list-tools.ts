import { refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { createEmailList, emailListContents, listEmailLists, renameEmailList } from "../../entities/email-lists.js";
import { addSequenceStep, enrollSubscriber } from "../../entities/email-sequences.js";
import { defineTier1Tool } from "./tier1-tool.js";

const listId = z.int().positive().describe("The list's id, as list_email_lists gives it.");
const listName = z.string().trim().min(1).max(120).describe("A name that no other list has.");
const unknown = (id: number) => refuse(`E-mail list #${id} not found`);

export const listEmailListsTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_email_lists",
    title: "List e-mail lists",
    description: "List the e-mail lists with their number of subscribers. Addresses are not shown.",
    input: z.strictObject({}),
    readOnly: true,
    run: async () => ({ email_lists: await listEmailLists(sql) }),
  });

export const createEmailListTool = (sql: Sql) =>
  defineTier1Tool({
    name: "create_email_list",
    title: "Create e-mail list",
    description: "Create an empty e-mail list. Nobody is written to.",
    input: z.strictObject({ name: listName }),
    readOnly: false,
    async run({ name }) {
      const list = await createEmailList(sql, name);
      return list ? { email_list: list } : refuse(`There is an e-mail list '${name}' already`);
    },
  });

export const updateEmailListTool = (sql: Sql) =>
  defineTier1Tool({
    name: "update_email_list",
    title: "Update e-mail list",
    description: "Rename an e-mail list. Its subscribers do not notice.",
    input: z.strictObject({ id: listId, name: listName }),
    readOnly: false,
    async run({ id, name }) {
      if (!(await emailListContents(sql, id))) return unknown(id);
      const list = await renameEmailList(sql, id, name);
      return list ? { email_list: list } : refuse(`There is another e-mail list '${name}' already`);
    },
  });

export const addEmailSequenceStepTool = (sql: Sql) =>
  defineTier1Tool({
    name: "add_email_sequence_step",
    title: "Add e-mail sequence step",
    description: "Add a message at the end of a list's sequence. Only who is enrolled from now on gets as far as it.",
    input: z.strictObject({
      list_id: listId,
      subject: z.string().trim().min(1).max(200).describe("A subject that no other step of the sequence has."),
      body: z.string().trim().min(1).max(10_000),
      delay_hours: z.int().min(0).max(8760).describe("Hours after the step before it."),
    }),
    readOnly: false,
    async run(step) {
      if (!(await emailListContents(sql, step.list_id))) return unknown(step.list_id);
      const added = await addSequenceStep(sql, step);
      return added ? { sequence_step: added } : refuse(`The sequence has a step '${step.subject}' already`);
    },
  });

export const enrollEmailSubscriberTool = (sql: Sql) =>
  defineTier1Tool({
    name: "enroll_email_subscriber",
    title: "Enroll e-mail subscriber",
    description:
      "Put an address on an e-mail list, whose sequence then begins for it. Enrolled twice is enrolled once.",
    input: z.strictObject({ list_id: listId, email: z.email() }),
    readOnly: false,
    async run({ list_id, email }) {
      const subscriber = await enrollSubscriber(sql, list_id, email);
      return subscriber ? { subscriber } : unknown(list_id);
    },
  });
