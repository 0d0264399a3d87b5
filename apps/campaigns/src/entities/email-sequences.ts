import type { SqlClient } from "../database/sql.js";

export interface SequenceStep {
  list_id: number;
  position: number;
  subject: string;
  delay_hours: number;
}

type NewStep = Omit<SequenceStep, "position"> & { body: string };

/** Adds a step at the end of a list's sequence. Undefined if it has one of that subject, or there is no such list. */
export async function addSequenceStep(sql: SqlClient, step: NewStep): Promise<SequenceStep | undefined> {
  const [added] = await sql.query<SequenceStep>(
    `insert into email_sequence_steps (list_id, position, subject, body, delay_hours)
     select id, coalesce((select max(position) from email_sequence_steps where list_id = $1), 0) + 1, $2, $3, $4
     from email_lists where id = $1
     on conflict do nothing
     returning list_id, position, subject, delay_hours`,
    [step.list_id, step.subject, step.body, step.delay_hours],
  );
  return added;
}

export interface Subscriber {
  list_id: number;
  email: string;
  enrolled_at: string;
}

/** Enrolled twice is enrolled once. Undefined if there is no such list. */
export async function enrollSubscriber(sql: SqlClient, listId: number, email: string): Promise<Subscriber | undefined> {
  await sql.query(
    `insert into email_subscribers (list_id, email) select id, $2 from email_lists where id = $1
     on conflict do nothing`,
    [listId, email],
  );
  const [subscriber] = await sql.query<Subscriber>(
    `select list_id, email, iso_time(enrolled_at) as enrolled_at from email_subscribers
     where list_id = $1 and email = $2`,
    [listId, email],
  );
  return subscriber;
}
