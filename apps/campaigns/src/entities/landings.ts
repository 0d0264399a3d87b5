import type { SqlClient } from "../database/sql.js";

export interface Landing {
  id: number;
  name: string;
  headline: string;
  body: string;
  made_by: "hand" | "generator";
  created_at: string;
}

export interface BoundLanding {
  landing_id: number;
  list_id: number;
}

type NewLanding = Omit<Landing, "id" | "created_at">;

const columns = "id, name, headline, body, made_by, iso_time(created_at) as created_at";

export const listLandings = (sql: SqlClient) =>
  sql.query<Landing & { email_list_id: number | null }>(
    `select ${columns}, (select list_id from landing_email_lists where landing_id = landings.id) as email_list_id
     from landings order by id`,
  );

/** Undefined if there is a landing page of that name. */
export async function createLanding(sql: SqlClient, landing: NewLanding): Promise<Landing | undefined> {
  const [created] = await sql.query<Landing>(
    `insert into landings (name, headline, body, made_by) values ($1, $2, $3, $4)
     on conflict (name) do nothing returning ${columns}`,
    [landing.name, landing.headline, landing.body, landing.made_by],
  );
  return created;
}

/** Whoever leaves an address on the page is enrolled in this list from now on. Undefined if either is not there. */
export async function bindLanding(
  sql: SqlClient,
  landingId: number,
  listId: number,
): Promise<BoundLanding | undefined> {
  const [bound] = await sql.query<BoundLanding>(
    `insert into landing_email_lists (landing_id, list_id)
     select g.id, l.id from landings g, email_lists l where g.id = $1 and l.id = $2
     on conflict (landing_id) do update set list_id = excluded.list_id returning landing_id, list_id`,
    [landingId, listId],
  );
  return bound;
}
