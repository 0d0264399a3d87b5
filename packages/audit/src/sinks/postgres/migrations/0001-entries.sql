-- The lines of audit logs, which are only ever added to, and one row for each log, which whoever appends to it holds.
--
-- The name of the schema and a dollar quote that does not occur in it are put in where they stand. Not in a comment: a
-- name may have line ends in it. These functions know nothing of what a line says: they compare texts and keep an order.

CREATE TABLE :"schema".audit_log (
  name text COLLATE "C" PRIMARY KEY
);

CREATE TABLE :"schema".audit_entry (
  log_name text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  line text COLLATE "C" NOT NULL,       -- without its newline
  PRIMARY KEY (log_name, seq)
);

CREATE FUNCTION :"schema".audit_refuse() RETURNS trigger LANGUAGE plpgsql
AS $body$
BEGIN
  RAISE EXCEPTION 'an audit log is only added to: % is refused', TG_OP USING ERRCODE = 'T2AUD';
END $body$;

-- For each statement, so that one that touches no row is refused too; ALWAYS, so that neither a replication role nor a
-- session setting goes past it. Whoever owns the table can still take the trigger away: then the chain shows it.
CREATE TRIGGER audit_entry_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON :"schema".audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION :"schema".audit_refuse();
ALTER TABLE :"schema".audit_entry ENABLE ALWAYS TRIGGER audit_entry_only_added_to;

-- Adds the lines if the log still ends with the line that they follow, known by its number and a digest of its text (0 and
-- '' for an empty log); else adds none and answers with the line that it ends with now. From then until the end of the
-- transaction nobody else can append, so whoever asks a second time in the same transaction succeeds.
-- p_lines is a JSON array of texts, which every driver can send.
CREATE FUNCTION :"schema".audit_append(
  p_name text, p_seq bigint, p_digest text, p_lines text, p_lock_timeout_ms integer,
  OUT appended boolean, OUT last_line text
) LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_lock_timeout text := current_setting('lock_timeout');
  v_seq bigint;
  v_set text;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'the transaction is %, not read committed', current_setting('transaction_isolation')
      USING ERRCODE = 'T2ISO';
  END IF;
  -- For this transaction alone; raised, never lowered.
  IF current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN
    v_set := set_config('synchronous_commit', 'on', true);
  END IF;
  IF v_lock_timeout = '0' THEN
    v_set := set_config('lock_timeout', p_lock_timeout_ms::text, true);
  END IF;
  PERFORM 1 FROM :"schema".audit_log AS l WHERE l.name = p_name FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO :"schema".audit_log VALUES (p_name) ON CONFLICT DO NOTHING;
    PERFORM 1 FROM :"schema".audit_log AS l WHERE l.name = p_name FOR UPDATE;
  END IF;
  v_set := set_config('lock_timeout', v_lock_timeout, true);
  -- A statement of its own, which sees what the one before it may have waited for.
  SELECT e.seq, e.line INTO v_seq, last_line FROM :"schema".audit_entry AS e WHERE e.log_name = p_name
    ORDER BY e.seq DESC LIMIT 1;
  appended := coalesce(v_seq, 0) = p_seq
    AND coalesce(encode(sha256(convert_to(last_line, 'UTF8')), 'hex'), '') = p_digest;
  IF appended THEN
    INSERT INTO :"schema".audit_entry
      SELECT p_name, p_seq + line.place, line.value
        FROM json_array_elements_text(p_lines::json) WITH ORDINALITY AS line(value, place);
    last_line := NULL;
  END IF;
END $body$;

-- So many lines from a number on, in order.
CREATE FUNCTION :"schema".audit_read(p_name text, p_from_seq bigint, p_limit integer)
  RETURNS TABLE (seq bigint, line text) LANGUAGE sql STABLE
AS $body$
  SELECT e.seq, e.line FROM :"schema".audit_entry AS e WHERE e.log_name = p_name AND e.seq >= p_from_seq
    ORDER BY e.seq LIMIT p_limit
$body$;
