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

insert into collections (id, name, updated_at) values
  (31, 'Travel kit',  '2026-01-20 10:00Z'),
  (32, 'Home office', '2026-01-20 10:00Z');

insert into collection_products (collection_id, product_id) values
  (31, 206), (31, 212), (31, 211), (31, 215), (32, 201), (32, 202), (32, 206);
