import { createHash, randomBytes } from "node:crypto";
import { NotExecuted } from "@holdpoint/tier2-core";
import type { Sql, SqlClient } from "../database/sql.js";

export interface DownloadLink {
  id: number;
  document_id: number;
  expires_at: string;
}

/** What makes a link: whoever has it may fetch the document. The database has only its digest. */
export const newLinkSecret = () => randomBytes(32).toString("base64url");

const digest = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** Makes a link to the document as it was shown. */
export async function createDownloadLink(
  tx: SqlClient,
  operationId: string,
  request: { documentId: number; version: number; expiresAt: string; secret: string },
): Promise<DownloadLink> {
  const { documentId, version, expiresAt, secret } = request;
  const [link] = await tx.query<DownloadLink>(
    `insert into download_links (operation_id, document_id, secret_digest, expires_at)
     select $1, id, $2, $3::timestamptz from documents where id = $4 and version = $5
     returning id, document_id, iso_time(expires_at) as expires_at`,
    [operationId, digest(secret), expiresAt, documentId, version],
  );
  if (!link) throw new NotExecuted(`Document #${documentId} is no longer as it was shown`);
  return link;
}

export interface Download {
  outcome: "served" | "expired";
  name: string;
  media_type: string;
  content: string;
}

/** What a link leads to; undefined if there is no such link. Every use is put down in the same transaction. */
export const followLink = (sql: Sql, secret: string): Promise<Download | undefined> =>
  sql.transaction(async (tx) => {
    const [found] = await tx.query<Download & { id: number }>(
      `select l.id, case when l.expires_at > now() then 'served' else 'expired' end as outcome,
         d.name, d.media_type, d.content
       from download_links l join documents d on d.id = l.document_id where l.secret_digest = $1`,
      [digest(secret)],
    );
    if (!found) return undefined;
    const { id, ...download } = found;
    await tx.query("insert into downloads (link_id, outcome) values ($1, $2)", [id, download.outcome]);
    return download;
  });
