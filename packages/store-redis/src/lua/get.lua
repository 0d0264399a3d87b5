-- Reads a record.
-- KEYS  record, payload
-- ARGV  1 history judged (1) or not (0)
-- Answer  read, now, deadline, body, data, tag, state, 1 if of this history, 1 if listed; or absent
local stamp, refused = history(ARGV[1])
if refused then return refused end
local tag, written, deadline, payload_end, _, listed, packed, from = read_record(KEYS[1])
if not tag then return { 'absent' } end
local body, data = read_payload(KEYS[2], payload_end)
return { 'read', now, deadline, body, data, tag, string.sub(packed, from), is_current(written, stamp) and 1 or 0, listed }
