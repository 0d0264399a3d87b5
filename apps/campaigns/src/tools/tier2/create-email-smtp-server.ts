import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { putDown } from "../../entities/ledger.js";
import { createSmtpServer, type SmtpServer, smtpServerNamed } from "../../entities/smtp-servers.js";
import type { PasswordVault } from "../../secrets/password-vault.js";

const tool = "create_email_smtp_server";

const done = (server: SmtpServer) => ({
  message: `SMTP server '${server.name}' created`,
  details: { smtp_server: server },
});

export const createEmailSmtpServer = (db: Database, vault: PasswordVault) =>
  defineTier2Tool({
    name: tool,
    title: "Create e-mail SMTP server",
    description:
      "Add an SMTP server that the account's e-mail is sent through. Stores a credential: the password is kept " +
      "encrypted and never shown again, neither in the preview nor in any answer.",
    input: z.strictObject({
      name: z.string().trim().min(1).max(60).describe("A name for the server, not used yet."),
      host: z.hostname().describe("Host name, for example smtp.example.com."),
      port: z.int().min(1).max(65_535).default(587).describe("Port; 587 unless given."),
      username: z.string().min(1).max(200),
      password: z.string().min(1).max(500).describe("The password. Give the same one again in the confirm call."),
      from_address: z.email().describe("The sender's address."),
    }),
    category: "credentials",
    secrets: ["password"],
    transaction: db.store,
    async preview({ name, host, port, username, from_address }, { tx = db }) {
      if (await smtpServerNamed(tx, name)) return refuse(`There is an SMTP server '${name}' already`);
      return {
        summary: `Will add SMTP server '${name}' (${username} at ${host}:${port}) and store its password encrypted.`,
        preview: { name, host, port, username, from_address, password: "given, not shown" },
        stateVersion: "no server of that name",
        material: {
          target: `smtp_server:${name}`,
          destination: `${host}:${port}`,
          credential: `password of ${username}`,
          reversibility: "reversible",
        },
      };
    },
    async execute(server, { tx, operationId }) {
      await putDown(tx, operationId, tool);
      return done(await createSmtpServer(tx, vault, server));
    },
  });
