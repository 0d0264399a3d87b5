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

insert into orders (id, customer, total, refunded, currency, status, created_at, updated_at) values
  (5001, 'customer-0107', 24.90,  0.00,  'EUR', 'paid',    '2026-04-02 11:05Z', '2026-04-02 11:05Z'),
  (5002, 'customer-0212', 129.00, 0.00,  'USD', 'paid',    '2026-04-03 16:40Z', '2026-04-03 16:40Z'),
  (5003, 'customer-0318', 89.90,  0.00,  'USD', 'paid',    '2026-04-05 08:12Z', '2026-04-05 08:12Z'),
  (5004, 'customer-0107', 59.80,  20.00, 'EUR', 'paid',    '2026-04-06 19:27Z', '2026-04-09 10:00Z'),
  (5005, 'customer-0423', 15.50,  15.50, 'USD', 'paid',    '2026-04-07 13:33Z', '2026-04-10 10:00Z'),
  (5006, 'customer-0531', 310.00, 0.00,  'USD', 'pending', '2026-04-08 21:54Z', '2026-04-08 21:54Z');

insert into products (id, name, category, price, updated_at) values
  (201, 'Desk lamp',         'home',    39.90, '2026-01-15 10:00Z'),
  (202, 'Wall clock',        'home',    24.50, '2026-01-15 10:00Z'),
  (203, 'Storage box',       'home',    12.00, '2026-01-15 10:00Z'),
  (204, 'Floor mat',         'home',    18.75, '2026-01-15 10:00Z'),
  (205, 'Phone stand',       'gadgets', 14.90, '2026-01-15 10:00Z'),
  (206, 'Travel adapter',    'gadgets', 22.00, '2026-01-15 10:00Z'),
  (207, 'Bluetooth speaker', 'gadgets', 49.90, '2026-01-15 10:00Z'),
  (208, 'Wireless charger',  'gadgets', 29.90, '2026-01-15 10:00Z'),
  (209, 'Key finder',        'gadgets', 19.95, '2026-01-15 10:00Z'),
  (210, 'Action camera',     'gadgets', 149.00, '2026-01-15 10:00Z'),
  (211, 'E-reader cover',    'gadgets', 25.50, '2026-01-15 10:00Z'),
  (212, 'Power bank',        'gadgets', 34.90, '2026-01-15 10:00Z'),
  (213, 'Running belt',      'sport',   16.40, '2026-01-15 10:00Z'),
  (214, 'Yoga block',        'sport',   9.90,  '2026-01-15 10:00Z'),
  (215, 'Water bottle',      'sport',   21.00, '2026-01-15 10:00Z');

insert into email_lists (id, name, created_at) values
  (1, 'Newsletter FR', '2026-02-01 10:00Z'),
  (2, 'Customers EU',  '2026-02-02 10:00Z');
