-- NOT the example's own data: databases of two environments, and the service that migrates them, which the example
-- reaches only through src/outside/schema-migrations.ts. A customer table of each stands for its database.

create table outside_environments (
  name text primary key,
  schema_version integer not null
);

-- What people wrote and may still change: the text of a migration is not fixed by its number.
create table outside_migrations (
  environment text not null references outside_environments,
  id integer not null,
  title text not null,
  statement text not null,
  primary key (environment, id)
);

-- The migration record: written in the transaction of the migration itself, so it is there if and only if its effect is.
create table outside_migration_record (
  operation_id text primary key,
  environment text not null,
  migration integer not null,
  fingerprint text not null,
  schema_version integer not null,
  at timestamptz not null default now(),
  unique (environment, schema_version)
);

create table outside_production_customers (id integer primary key, email text not null);
create table outside_staging_customers (id integer primary key, email text not null);
