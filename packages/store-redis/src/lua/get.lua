-- Reads a record. Follows present.lua and standing.lua.
-- KEYS  1 record, 2 payload, 3 listing of the partition
-- ARGV  1 history judged (1) or not (0)
-- Answer  read, now, deadline, body, data, tag, state, 1 if of this history, 1 if listed; or absent
if on_replica and on_replica() then return redis.error_reply('NOTPRIMARY this is no primary') end
if not tag then return { 'absent' } end
return { 'read', now, deadline, body, data, tag, string.sub(packed, state_from), current and 1 or 0, was_listed }
