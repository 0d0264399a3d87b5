import type { SqlClient } from "../database/sql.js";

/** All that can be told of a document without disclosing what is in it. */
export interface DocumentMetadata {
  id: number;
  name: string;
  classification: "internal" | "confidential";
  media_type: string;
  size_bytes: number;
  created_at: string;
  updated_at: string;
}

const columns = `id, name, classification, media_type, octet_length(content) as size_bytes,
  iso_time(created_at) as created_at, iso_time(updated_at) as updated_at`;

export const listDocuments = (sql: SqlClient) =>
  sql.query<DocumentMetadata>(`select ${columns} from documents order by id`);

export async function documentMetadata(
  sql: SqlClient,
  id: number,
): Promise<(DocumentMetadata & { version: number }) | undefined> {
  const [metadata] = await sql.query<DocumentMetadata & { version: number }>(
    `select ${columns}, version from documents where id = $1`,
    [id],
  );
  return metadata;
}
