-- The ledger: every Tier-2 write to these tables leaves a row here in its own transaction (src/entities/ledger.ts).
create table operations (
  operation_id text primary key,
  tool text not null,
  at timestamptz not null default now()
);

