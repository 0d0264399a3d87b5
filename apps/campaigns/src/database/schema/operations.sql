-- What every Tier-2 write leaves behind in its own transaction: the proof that it happened, and the bar to
-- its happening again. 'not_executed' closes an id for good (src/entities/operations.ts).
create table operations (
  operation_id text primary key,
  tool text not null,
  outcome text not null check (outcome in ('completed', 'not_executed')),
  result json,
  at timestamptz not null default now()
);

