insert into documents (id, name, classification, media_type, content, created_at, updated_at) values
  (81, 'payouts-2026-03.csv', 'confidential', 'text/csv',
    E'affiliate,conversions,payout_usd\n1107,412,1854.00\n1212,96,432.00\n1318,27,121.50\n',
    '2026-04-01 06:00Z', '2026-04-01 06:00Z'),
  (82, 'style-guide.txt', 'internal', 'text/plain',
    E'Headlines are short. Prices are true.\n', '2026-01-10 06:00Z', '2026-01-10 06:00Z');
