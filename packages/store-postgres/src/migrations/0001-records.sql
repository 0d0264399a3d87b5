-- The records, and one function for each thing that is done with them. One call is one statement and one transaction,
-- so nothing here needs a session: it works behind a pooler that gives each transaction another connection.
--
-- The name of the schema and a dollar quote that does not occur in it are put in where they stand. Not in a comment: a
-- name may have line ends in it.
-- A function knows no state, no tier and no rule: it compares tags, keeps time, and answers with what stands.
--
-- What all functions demand of the connection (`guard`): a primary, and READ COMMITTED, in which a statement after a
-- wait for a lock sees what the holder of that lock has written.

CREATE TABLE :"schema".record (
  id text COLLATE "C" PRIMARY KEY,     -- "C": ids and tags are compared byte by byte, whatever the database's language
  tag text COLLATE "C" NOT NULL,
  state text NOT NULL,
  body text,
  data text,
  deadline_ms bigint NOT NULL,         -- all instants: milliseconds since 1970 on this server's clock
  history text NOT NULL,               -- the history id under which the record was last written
  payload_until_ms bigint,             -- null: no end
  record_until_ms bigint,              -- null: no end
  look_at_ms bigint,                   -- when a sweep looks at it next; not later than twice the retention it was given
  listed boolean NOT NULL,
  may_be_listed boolean NOT NULL       -- true whenever `listed` is; what a sweep has looked at loses it again
) WITH (fillfactor = 70);              -- room on the page, so that an update need not touch the indexes

-- Not WHERE listed: an operation is listed when it starts and no more when it ends, and each change of what an index
-- hangs on makes an update write to all indexes of the table. This way it starts and ends without touching one.
CREATE INDEX record_may_be_listed ON :"schema".record (id) WHERE may_be_listed;
CREATE INDEX record_look_at ON :"schema".record (look_at_ms) WHERE look_at_ms IS NOT NULL;

CREATE FUNCTION :"schema".clock_ms() RETURNS bigint LANGUAGE sql VOLATILE
AS $body$ SELECT floor(date_part('epoch', clock_timestamp()) * 1000)::bigint $body$;

-- Which cluster this is, and when its postmaster started. IMMUTABLE is true for the life of a backend, which is that of any
-- plan that holds the value: both change with the postmaster alone. It saves each call the reading of a file.
CREATE FUNCTION :"schema".system_id() RETURNS text LANGUAGE sql IMMUTABLE
AS $body$ SELECT system_identifier::text FROM pg_control_system() $body$;

CREATE FUNCTION :"schema".start_id() RETURNS text LANGUAGE sql IMMUTABLE
AS $body$ SELECT ((date_part('epoch', pg_postmaster_start_time()) * 1000000)::bigint)::text $body$;

-- Asked each time: a backend of a replica outlives its promotion.
CREATE FUNCTION :"schema".timeline_id() RETURNS text LANGUAGE sql VOLATILE
AS $body$ SELECT substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) $body$;

-- The id of this server's history: it changes when writes may have been lost. p_parts names what it is made of:
-- "system" (which cluster), "timeline" (counts promotions and restores), "start" (of the postmaster: a crash, a snapshot).
-- Each choice has its own statement, because a managed service that hides a part fails the whole statement it stands in.
CREATE FUNCTION :"schema".history_id(p_parts text) RETURNS text LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_id text := '';
BEGIN
  IF p_parts = 'system timeline start' THEN
    RETURN :"schema".system_id() || '/' || :"schema".timeline_id() || '@' || :"schema".start_id();
  END IF;
  IF strpos(p_parts, 'system') > 0 THEN
    v_id := v_id || :"schema".system_id();
  END IF;
  IF strpos(p_parts, 'timeline') > 0 THEN
    v_id := v_id || '/' || :"schema".timeline_id();
  END IF;
  IF strpos(p_parts, 'start') > 0 THEN
    v_id := v_id || '@' || :"schema".start_id();
  END IF;
  RETURN v_id;
END $body$;

-- It answers true or not at all: the value of an expression is had without a statement.
CREATE FUNCTION :"schema".guard() RETURNS boolean LANGUAGE plpgsql VOLATILE
AS $body$
BEGIN
  IF pg_is_in_recovery() THEN
    RAISE EXCEPTION 'this server is a replica' USING ERRCODE = 'T2REP';
  END IF;
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'the transaction is %, not read committed', current_setting('transaction_isolation')
      USING ERRCODE = 'T2ISO';
  END IF;
  RETURN true;
END $body$;

-- Before a write. synchronous_commit is raised for this transaction, and never lowered. A wait for a lock gets a limit
-- unless there is one; 0 leaves it alone. p_durable makes the transaction one that waits at its commit even if it
-- writes nothing: what it read is then as durable as what it would have written.
CREATE FUNCTION :"schema".guard_write(p_lock_timeout_ms integer, p_durable boolean) RETURNS boolean LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_set text;
BEGIN
  IF current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN
    v_set := set_config('synchronous_commit', 'on', true);
  END IF;
  IF p_lock_timeout_ms > 0 AND current_setting('lock_timeout') = '0' THEN
    v_set := set_config('lock_timeout', p_lock_timeout_ms::text, true);
  END IF;
  IF p_durable THEN
    PERFORM pg_logical_emit_message(true, 'holdpoint', ''); -- a commit of nothing, even with an xid, does not wait
  END IF;
  RETURN :"schema".guard();
END $body$;

-- Creates the record, or answers with the one that stands there.
CREATE FUNCTION :"schema".insert(
  p_id text, w_tag text, w_state text, w_body text, w_data text, w_deadline_in_ms bigint,
  w_payload_for_ms bigint, w_record_for_ms bigint, w_listed boolean,
  p_history_parts text, p_lock_timeout_ms integer, p_durable boolean,
  OUT why text, OUT history_current boolean, OUT now_ms bigint, OUT tag text, OUT state text, OUT body text,
  OUT data text, OUT deadline_ms bigint
) LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_guarded boolean := :"schema".guard_write(p_lock_timeout_ms, p_durable);
  v_history text := :"schema".history_id(p_history_parts);
  r :"schema".record;
BEGIN
  LOOP
    now_ms := :"schema".clock_ms();
    INSERT INTO :"schema".record AS s
      VALUES (p_id, w_tag, w_state, w_body, w_data, now_ms + w_deadline_in_ms, v_history, now_ms + w_payload_for_ms,
        now_ms + w_record_for_ms, now_ms + least(w_payload_for_ms, w_record_for_ms), w_listed, true)
      ON CONFLICT (id) DO NOTHING
      RETURNING s.* INTO r;
    IF FOUND THEN
      why := 'ok';
      EXIT;
    END IF;
    SELECT * INTO r FROM :"schema".record AS s WHERE s.id = p_id;
    now_ms := :"schema".clock_ms();
    IF FOUND AND (r.record_until_ms IS NULL OR r.record_until_ms > now_ms) THEN
      why := 'taken';
      EXIT;
    END IF;
    DELETE FROM :"schema".record AS s WHERE s.id = p_id AND s.record_until_ms <= now_ms;
  END LOOP;
  history_current := r.history = v_history;
  tag := r.tag; state := r.state; deadline_ms := r.deadline_ms;
  IF r.payload_until_ms IS NULL OR r.payload_until_ms > now_ms THEN
    body := r.body; data := r.data;
  END IF;
END $body$;

-- Compare-and-set. The row is locked first and judged after that, with a clock that is read after the wait: a holder
-- that rolls back gives no second judgement of a WHERE, and `clock_timestamp()` in it would be the time before the wait.
CREATE FUNCTION :"schema".swap(
  p_id text, p_expected_tag text, p_deadline text, p_history text,
  w_tag text, w_state text, w_data text, w_deadline_in_ms bigint, w_keeps_payload_until boolean, w_payload_for_ms bigint,
  w_keeps_record_until boolean, w_record_for_ms bigint, w_listed boolean,
  p_history_parts text, p_lock_timeout_ms integer, p_durable boolean,
  OUT why text, OUT history_current boolean, OUT now_ms bigint, OUT tag text, OUT state text, OUT body text,
  OUT data text, OUT deadline_ms bigint
) LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_guarded boolean := :"schema".guard_write(p_lock_timeout_ms, p_durable);
  v_history text := :"schema".history_id(p_history_parts);
  r :"schema".record;
  v_due_ms bigint;
BEGIN
  LOOP
    SELECT * INTO r FROM :"schema".record AS s WHERE s.id = p_id AND s.tag = p_expected_tag FOR NO KEY UPDATE;
    IF FOUND THEN
      now_ms := :"schema".clock_ms();
      why := CASE
        WHEN r.record_until_ms <= now_ms THEN 'absent'
        WHEN p_deadline = 'open' AND r.deadline_ms <= now_ms THEN 'deadline'
        WHEN p_deadline = 'passed' AND r.deadline_ms > now_ms THEN 'deadline'
        WHEN p_history = 'same' AND r.history <> v_history THEN 'history'
        WHEN p_history = 'changed' AND r.history = v_history THEN 'history'
        ELSE 'ok'
      END;
      EXIT;
    END IF;
    -- Another statement, so another snapshot: it sees what the winner of a race has written.
    SELECT * INTO r FROM :"schema".record AS s WHERE s.id = p_id;
    now_ms := :"schema".clock_ms();
    IF NOT FOUND OR r.record_until_ms <= now_ms THEN
      why := 'absent';
      EXIT;
    END IF;
    IF r.tag <> p_expected_tag THEN
      why := 'tag';
      EXIT;
    END IF;
  END LOOP;
  IF why = 'absent' THEN
    RETURN;
  END IF;
  IF r.payload_until_ms <= now_ms THEN
    r.body := NULL; r.data := NULL;
  END IF;
  IF why = 'ok' THEN
    r.tag := w_tag; r.state := w_state; r.history := v_history; r.listed := w_listed;
    r.data := coalesce(w_data, r.data);
    r.deadline_ms := coalesce(now_ms + w_deadline_in_ms, r.deadline_ms);
    IF NOT w_keeps_payload_until THEN r.payload_until_ms := now_ms + w_payload_for_ms; END IF;
    IF NOT w_keeps_record_until THEN r.record_until_ms := now_ms + w_record_for_ms; END IF;
    v_due_ms := least(r.payload_until_ms, r.record_until_ms);
    IF r.payload_until_ms <= now_ms THEN
      r.body := NULL; r.data := NULL;
      v_due_ms := r.record_until_ms;
    END IF;
    -- The index on look_at_ms is touched only if its entry would come much too late: an update that changes no indexed
    -- column stays on its page.
    IF r.look_at_ms IS NULL OR r.look_at_ms - now_ms > 2 * (v_due_ms - now_ms) THEN
      r.look_at_ms := v_due_ms;
    END IF;
    UPDATE :"schema".record AS s SET tag = r.tag, state = r.state, body = r.body, data = r.data,
        deadline_ms = r.deadline_ms, history = r.history, payload_until_ms = r.payload_until_ms,
        record_until_ms = r.record_until_ms, look_at_ms = r.look_at_ms, listed = r.listed,
        may_be_listed = s.may_be_listed OR r.listed
      WHERE s.id = p_id;
  END IF;
  history_current := r.history = v_history;
  tag := r.tag; state := r.state; body := r.body; data := r.data; deadline_ms := r.deadline_ms;
END $body$;

-- What a swap answers with, as one value.
CREATE TYPE :"schema".swapped AS (why text, history_current boolean, now_ms bigint, tag text, state text, body text, data text,
  deadline_ms bigint);

-- A swap of a row that the statement around it has just seen with the expected tag (`swapAtOnce` in statements.ts). One that
-- nobody held, and that passes, is written at once if it still is as it was seen; all others are locked first, by `swap`.
-- Should somebody have come in between, made the write wait and rolled back, a clock that is read behind the write tells:
-- what would then stand past its deadline is not committed, and its caller asks again.
CREATE FUNCTION :"schema".swap_seen(
  p_id text, p_expected_tag text, p_deadline text, p_history text,
  w_tag text, w_state text, w_data text, w_deadline_in_ms bigint, w_keeps_payload_until boolean, w_payload_for_ms bigint,
  w_keeps_record_until boolean, w_record_for_ms bigint, w_listed boolean,
  p_history_parts text, p_lock_timeout_ms integer,
  p_now_ms bigint, p_history_id text, p_held boolean, p_seen_history text, p_seen_deadline_ms bigint,
  p_seen_payload_until_ms bigint, p_seen_record_until_ms bigint
) RETURNS :"schema".swapped LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_guarded boolean := :"schema".guard_write(p_lock_timeout_ms, false);
  v_payload_until_ms bigint;
  v_record_until_ms bigint;
  v_due_ms bigint;
  v_written_ms bigint;
  v_answer :"schema".swapped;
BEGIN
  IF NOT p_held AND (p_deadline = 'any' OR (p_deadline = 'open') = (p_seen_deadline_ms > p_now_ms))
    AND (p_history = 'any' OR (p_history = 'same') = (p_seen_history = p_history_id))
    AND (p_seen_record_until_ms <= p_now_ms) IS NOT TRUE
  THEN
    v_payload_until_ms := CASE WHEN w_keeps_payload_until THEN p_seen_payload_until_ms ELSE p_now_ms + w_payload_for_ms END;
    v_record_until_ms := CASE WHEN w_keeps_record_until THEN p_seen_record_until_ms ELSE p_now_ms + w_record_for_ms END;
    v_due_ms := CASE WHEN v_payload_until_ms <= p_now_ms THEN v_record_until_ms
      ELSE least(v_payload_until_ms, v_record_until_ms) END;
    UPDATE :"schema".record AS s SET
        tag = w_tag, state = w_state, history = p_history_id, listed = w_listed,
        may_be_listed = s.may_be_listed OR w_listed,
        body = CASE WHEN least(s.payload_until_ms, v_payload_until_ms) <= p_now_ms THEN NULL ELSE s.body END,
        data = CASE
          WHEN v_payload_until_ms <= p_now_ms THEN NULL
          WHEN w_data IS NOT NULL THEN w_data
          WHEN s.payload_until_ms <= p_now_ms THEN NULL
          ELSE s.data
        END,
        deadline_ms = coalesce(p_now_ms + w_deadline_in_ms, s.deadline_ms),
        payload_until_ms = v_payload_until_ms, record_until_ms = v_record_until_ms,
        -- Left alone unless it would come much too late, as in `swap`.
        look_at_ms = CASE WHEN s.look_at_ms IS NULL OR s.look_at_ms - p_now_ms > 2 * (v_due_ms - p_now_ms) THEN v_due_ms
          ELSE s.look_at_ms END
      WHERE s.id = p_id AND s.tag = p_expected_tag AND s.history = p_seen_history AND s.deadline_ms = p_seen_deadline_ms
        AND s.payload_until_ms IS NOT DISTINCT FROM p_seen_payload_until_ms
        AND s.record_until_ms IS NOT DISTINCT FROM p_seen_record_until_ms
      RETURNING 'ok', true, p_now_ms, s.tag, s.state, s.body, s.data, s.deadline_ms, :"schema".clock_ms()
      INTO v_answer.why, v_answer.history_current, v_answer.now_ms, v_answer.tag, v_answer.state, v_answer.body,
        v_answer.data, v_answer.deadline_ms, v_written_ms;
    IF FOUND THEN
      IF least(CASE WHEN p_deadline = 'open' THEN p_seen_deadline_ms END, p_seen_record_until_ms) <= v_written_ms THEN
        RAISE EXCEPTION 'the write had to wait until what it was judged by had ended'
          USING ERRCODE = 'serialization_failure';
      END IF;
      RETURN v_answer;
    END IF;
  END IF;
  SELECT * INTO v_answer FROM :"schema".swap(p_id, p_expected_tag, p_deadline, p_history, w_tag, w_state, w_data,
    w_deadline_in_ms, w_keeps_payload_until, w_payload_for_ms, w_keeps_record_until, w_record_for_ms, w_listed,
    p_history_parts, p_lock_timeout_ms, false);
  RETURN v_answer;
END $body$;

CREATE FUNCTION :"schema".read(
  p_id text, p_history_parts text,
  OUT history_current boolean, OUT now_ms bigint, OUT tag text, OUT state text, OUT body text, OUT data text,
  OUT deadline_ms bigint
) LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_guarded boolean := :"schema".guard();
  r :"schema".record;
BEGIN
  SELECT * INTO r FROM :"schema".record AS s WHERE s.id = p_id;
  now_ms := :"schema".clock_ms();
  IF NOT FOUND OR r.record_until_ms <= now_ms THEN
    RETURN;
  END IF;
  history_current := r.history = :"schema".history_id(p_history_parts);
  tag := r.tag; state := r.state; deadline_ms := r.deadline_ms;
  IF r.payload_until_ms IS NULL OR r.payload_until_ms > now_ms THEN
    body := r.body; data := r.data;
  END IF;
END $body$;

-- The next p_limit listed records whose id comes after p_after and starts with p_kind, in the order of their ids, which
-- no write moves. An ended one stands among them without a tag: it counts, so that the work of a page is bounded.
CREATE FUNCTION :"schema".page(p_kind text, p_after text, p_limit integer, p_history_parts text)
RETURNS TABLE (id text, history_current boolean, now_ms bigint, tag text, state text, body text, data text,
  deadline_ms bigint) LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_guarded boolean := :"schema".guard();
  v_history text := :"schema".history_id(p_history_parts);
  v_now_ms bigint := :"schema".clock_ms();
BEGIN
  RETURN QUERY
    SELECT s.id, s.history = v_history, v_now_ms,
      CASE WHEN s.record_until_ms <= v_now_ms THEN NULL ELSE s.tag END, s.state,
      CASE WHEN s.payload_until_ms <= v_now_ms THEN NULL ELSE s.body END,
      CASE WHEN s.payload_until_ms <= v_now_ms THEN NULL ELSE s.data END, s.deadline_ms
    FROM :"schema".record AS s
    WHERE s.may_be_listed AND s.listed AND s.id > greatest(p_kind COLLATE "C", p_after COLLATE "C") AND starts_with(s.id, p_kind)
    ORDER BY s.id
    LIMIT p_limit;
END $body$;

-- Frees what outlived its retention, of at most p_limit records, past those that another transaction holds. What was
-- looked at and has not ended is looked at again when it ends; what has no end is not, until a write gives it one.
CREATE FUNCTION :"schema".sweep(p_limit integer, OUT freed bigint, OUT more boolean) LANGUAGE plpgsql VOLATILE
AS $body$
DECLARE
  v_now_ms bigint := :"schema".clock_ms();
  v_ids text[];
  v_payloads bigint;
BEGIN
  v_ids := ARRAY(SELECT s.id FROM :"schema".record AS s WHERE s.look_at_ms <= v_now_ms
    ORDER BY s.look_at_ms LIMIT p_limit FOR UPDATE SKIP LOCKED);
  more := cardinality(v_ids) = p_limit;
  DELETE FROM :"schema".record AS s WHERE s.id = ANY (v_ids) AND s.record_until_ms <= v_now_ms;
  GET DIAGNOSTICS freed = ROW_COUNT;
  UPDATE :"schema".record AS s SET body = NULL, data = NULL, look_at_ms = s.record_until_ms, may_be_listed = s.listed
    WHERE s.id = ANY (v_ids) AND s.payload_until_ms <= v_now_ms AND (s.body IS NOT NULL OR s.data IS NOT NULL);
  GET DIAGNOSTICS v_payloads = ROW_COUNT;
  freed := freed + v_payloads;
  UPDATE :"schema".record AS s
    SET look_at_ms = CASE WHEN s.payload_until_ms <= v_now_ms THEN s.record_until_ms
      ELSE least(s.payload_until_ms, s.record_until_ms) END, may_be_listed = s.listed
    WHERE s.id = ANY (v_ids) AND s.look_at_ms <= v_now_ms;
END $body$;
