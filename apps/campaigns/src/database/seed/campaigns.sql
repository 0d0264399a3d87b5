-- The data of the example: the same rows at every start, all of them made up.
--
-- Campaign #42 'Black Friday FR': 12 active flows, 4523 lifetime clicks, $1247 lifetime revenue.
-- Offer #12 'Sweepstakes FR Gold': pays $4.50; 4 active campaigns use it. Campaign #47 (paused) and #48
-- (its only flow to it is paused) do not count, and #42 does not use it, so each example stands alone.

insert into campaigns (id, name, country, status, created_at, updated_at) values
  (41, 'Summer Sale DE',      'DE', 'active', '2026-03-02 09:00Z', '2026-03-02 09:00Z'),
  (42, 'Black Friday FR',     'FR', 'active', '2026-03-09 09:00Z', '2026-04-01 08:30Z'),
  (43, 'Spring Launch FR',    'FR', 'active', '2026-03-12 09:00Z', '2026-03-12 09:00Z'),
  (44, 'Mobile Push FR',      'FR', 'active', '2026-03-15 09:00Z', '2026-03-15 09:00Z'),
  (45, 'Retargeting BE',      'BE', 'active', '2026-03-18 09:00Z', '2026-03-18 09:00Z'),
  (46, 'Loyalty Week FR',     'FR', 'active', '2026-03-21 09:00Z', '2026-03-21 09:00Z'),
  (47, 'Winter Clearance FR', 'FR', 'paused', '2026-03-24 09:00Z', '2026-04-20 17:00Z'),
  (48, 'New Year CH',         'CH', 'active', '2026-03-27 09:00Z', '2026-03-27 09:00Z');

insert into offers (id, name, payout, updated_at) values
  (7,  'Newsletter Bonus FR', 1.20, '2026-02-10 10:00Z'),
  (9,  'Gift Card FR',        3.00, '2026-02-11 10:00Z'),
  (12, 'Sweepstakes FR Gold', 4.50, '2026-02-12 10:00Z'),
  (15, 'Trial Box DE',        7.75, '2026-02-13 10:00Z');

insert into flows (id, campaign_id, offer_id, status, updated_at)
select 400 + n, 42, case when n <= 8 then 9 else 7 end, case when n <= 12 then 'active' else 'paused' end,
  '2026-04-01 08:30Z'
from generate_series(1, 14) as n;

insert into flows (id, campaign_id, offer_id, status, updated_at) values
  (501, 41, 15, 'active', '2026-03-02 09:00Z'),
  (502, 43, 12, 'active', '2026-03-12 09:00Z'),
  (503, 43, 12, 'active', '2026-03-12 09:00Z'),
  (504, 44, 12, 'active', '2026-03-15 09:00Z'),
  (505, 45, 12, 'active', '2026-03-18 09:00Z'),
  (506, 46, 12, 'active', '2026-03-21 09:00Z'),
  (507, 46, 9,  'active', '2026-03-21 09:00Z'),
  (508, 47, 12, 'active', '2026-03-24 09:00Z'),
  (509, 48, 12, 'paused', '2026-03-27 09:00Z'),
  (510, 48, 7,  'active', '2026-03-27 09:00Z');

-- 29 days of 150 clicks and $42.00, and a last one that makes the totals 4523 and 1247.00.
insert into traffic (campaign_id, day, clicks, revenue)
select 42, date '2026-03-09' + n, case when n < 29 then 150 else 173 end, case when n < 29 then 42.00 else 29.00 end
from generate_series(0, 29) as n;

insert into traffic (campaign_id, day, clicks, revenue)
select id, date '2026-04-01' + n, 20 + id, 5.25
from campaigns, generate_series(0, 6) as n
where id <> 42;

insert into cloaking_workflows (id, name, updated_at) values
  (51, 'Bots out',     '2026-02-20 10:00Z'),
  (52, 'Only mobile',  '2026-02-21 10:00Z');

insert into cloaking_rules (workflow_id, rule, updated_at) values
  (51, 'user agent names a crawler',  '2026-02-20 10:00Z'),
  (51, 'address of a data centre',    '2026-02-20 10:00Z'),
  (51, 'more than 20 clicks a minute', '2026-02-20 10:00Z'),
  (52, 'screen wider than 900 px',    '2026-02-21 10:00Z');

insert into cloaked_campaigns (campaign_id, workflow_id) values (41, 51), (43, 51), (47, 51), (44, 52);
