import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { listSmtpServers } from "../../entities/smtp-servers.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const listSmtpServersTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_email_smtp_servers",
    title: "List e-mail SMTP servers",
    description: "List the SMTP servers that e-mail is sent through. Passwords are never shown.",
    input: z.strictObject({}),
    readOnly: true,
    run: async () => ({ smtp_servers: await listSmtpServers(sql) }),
  });
