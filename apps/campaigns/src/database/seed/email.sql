insert into email_lists (id, name, created_at) values
  (1, 'Newsletter FR', '2026-02-01 10:00Z'),
  (2, 'Customers EU',  '2026-02-02 10:00Z');

insert into email_subscribers (list_id, email, enrolled_at)
select 1, 'reader-' || n || '@example.com', '2026-02-03 10:00Z' from generate_series(1, 240) as n;

insert into email_subscribers (list_id, email, enrolled_at)
select 2, 'customer-' || n || '@example.com', '2026-02-04 10:00Z' from generate_series(1, 35) as n;

insert into email_sequence_steps (list_id, position, subject, body, delay_hours) values
  (1, 1, 'Welcome',            'Nice to have you here.',    0),
  (1, 2, 'Three offers',       'Here is what others took.', 48),
  (1, 3, 'Still interested?',  'One more thing.',           168),
  (2, 1, 'Thanks for buying',  'Your order is on its way.', 1);

insert into email_conversion_triggers (id, name, list_id, event, status, fired, updated_at) values
  (61, 'Buyers of a trial box', 2, 'purchase', 'active', 318, '2026-04-01 10:00Z'),
  (62, 'Sign-up on a landing',  1, 'lead',     'active', 240, '2026-04-02 10:00Z'),
  (63, 'Abandoned basket',      1, 'basket',   'paused', 0,   '2026-04-03 10:00Z');

insert into landings (id, name, headline, body, made_by, created_at) values
  (71, 'Black Friday FR', 'Half price until Sunday', 'Everything must go.', 'hand',      '2026-03-01 10:00Z'),
  (72, 'Trial box',       'Try before you buy',      'One box, no strings.', 'generator', '2026-03-02 10:00Z');

insert into landing_email_lists (landing_id, list_id) values (71, 1);
