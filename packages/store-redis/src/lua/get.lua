-- Reads a record. Follows present.lua and standing.lua.
-- KEYS  1 record, 2 payload
-- ARGV  1 history judged (1) or not (0)
-- Answer  read, now, deadline, body, data, tag, state, 1 if of this history, 1 if listed; or absent
if not tag then return { 'absent' } end
return { 'read', now, deadline, body, data, tag, string.sub(packed, state_from), current and 1 or 0, was_listed }
