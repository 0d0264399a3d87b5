-- NOT the example's own data. These tables stand in for systems of others: ad networks, and the payment provider
-- of the native checkout. The example reaches them only through src/outside, never in a transaction of its own.

-- What each caller asked under which idempotency key: asked twice, it is answered from here. A key that was
-- closed takes no request any more.
create table outside_requests (
  key text primary key,
  outcome text not null check (outcome in ('completed', 'closed')),
  result json,
  at timestamptz not null default now()
);

create table outside_source_campaigns (
  id text primary key,
  network text not null,
  name text not null,
  tracks_campaign integer not null,
  status text not null check (status in ('active', 'paused')),
  daily_budget numeric(12, 2) not null check (daily_budget > 0),
  bid numeric(12, 2) not null check (bid > 0),
  currency text not null default 'EUR',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table outside_native_orders (
  id text primary key,
  customer text not null,
  total numeric(12, 2) not null check (total > 0),
  refunded numeric(12, 2) not null default 0 check (refunded between 0 and total),
  currency text not null,
  status text not null check (status in ('paid', 'shipped', 'cancelled')),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create trigger raise_version before update on outside_source_campaigns
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger raise_version before update on outside_native_orders
  for each row when (old.* is distinct from new.*) execute function raise_version();
