import { NotExecuted } from "@holdpoint/tier2-core";
import type { SqlClient } from "../database/sql.js";
import type { PasswordVault } from "../secrets/password-vault.js";

/** What may be shown of a server: all but its password. */
export interface SmtpServer {
  id: number;
  name: string;
  host: string;
  port: number;
  username: string;
  from_address: string;
  created_at: string;
}

export type NewSmtpServer = Omit<SmtpServer, "id" | "created_at"> & { password: string };

const columns = "id, name, host, port, username, from_address, iso_time(created_at) as created_at";

export const listSmtpServers = (sql: SqlClient) =>
  sql.query<SmtpServer>(`select ${columns} from smtp_servers order by id`);

export async function smtpServerNamed(sql: SqlClient, name: string): Promise<SmtpServer | undefined> {
  const [server] = await sql.query<SmtpServer>(`select ${columns} from smtp_servers where name = $1`, [name]);
  return server;
}

/** Stores the server with its password sealed, and answers with all but that. */
export async function createSmtpServer(
  tx: SqlClient,
  vault: PasswordVault,
  server: NewSmtpServer,
): Promise<SmtpServer> {
  const { name, host, port, username, password, from_address } = server;
  const [created] = await tx.query<SmtpServer>(
    `insert into smtp_servers (name, host, port, username, sealed_password, from_address)
       values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing returning ${columns}`,
    [name, host, port, username, vault.seal(password, owner(name)), from_address],
  );
  if (!created) throw new NotExecuted(`There is an SMTP server '${name}' by now`);
  return created;
}

/** For whatever sends the e-mail; no tool calls it. */
export async function smtpPassword(sql: SqlClient, vault: PasswordVault, name: string): Promise<string | undefined> {
  const [row] = await sql.query<{ sealed_password: string }>(
    "select sealed_password from smtp_servers where name = $1",
    [name],
  );
  return row && vault.open(row.sealed_password, owner(name));
}

const owner = (name: string) => `smtp_servers/${name}`;
