-- What the tables of the other files use.
--
-- Money is numeric(12, 2) and leaves the database as text, never as a float.
-- Every row that a preview can show carries a version that a trigger raises, so that no writer can forget
-- it: the state version of a preview is made of them.

create function iso_time(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- A short name for a set of things that are listed in a text.
create function digest_of(parts text) returns text language sql immutable
  return encode(sha256(convert_to(parts, 'utf8')), 'hex');
