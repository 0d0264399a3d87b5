insert into outside_environments values ('production', 6), ('staging', 6);
insert into outside_migrations values
  ('production', 7, 'VAT number of customers', 'alter table outside_production_customers add column vat_number text'),
  ('staging', 7, 'VAT number of customers', 'alter table outside_staging_customers add column vat_number text');
insert into outside_production_customers values (1, 'one@example.com'), (2, 'two@example.com');
