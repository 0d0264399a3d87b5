-- What the ad networks and the payment provider have. Two networks run ads for campaign #43.

insert into outside_source_campaigns (id, network, name, tracks_campaign, status, daily_budget, bid, updated_at) values
  ('src_901', 'search-ads', 'Spring Launch FR / search', 43, 'active', 120.00, 0.45, '2026-04-01 07:00Z'),
  ('src_902', 'social-ads', 'Spring Launch FR / social', 43, 'active', 80.00,  0.30, '2026-04-01 07:00Z'),
  ('src_903', 'social-ads', 'Spring Launch FR / video',  43, 'paused', 60.00,  0.90, '2026-04-01 07:00Z'),
  ('src_904', 'search-ads', 'Black Friday FR / search',  42, 'active', 200.00, 0.60, '2026-04-01 07:00Z');

insert into outside_native_orders (id, customer, total, refunded, currency, status, updated_at) values
  ('nat_7001', 'customer-0107', 49.00,  0.00,  'EUR', 'paid',      '2026-04-11 09:00Z'),
  ('nat_7002', 'customer-0640', 120.00, 20.00, 'EUR', 'paid',      '2026-04-12 09:00Z'),
  ('nat_7003', 'customer-0731', 35.50,  0.00,  'EUR', 'shipped',   '2026-04-13 09:00Z'),
  ('nat_7004', 'customer-0212', 18.00,  18.00, 'EUR', 'cancelled', '2026-04-14 09:00Z');
