-- Creates a record, or returns the one that stands there. Follows present.lua, standing.lua and writing.lua.
-- KEYS  1 record, 2 payload, 3 listing of the partition
-- ARGV  1 history judged (1) or not (0), 2 tag, 3 state, 4 listed (1 or 0), 5 deadline in ms, 6 payload kept for ms,
--       7 record kept for ms ('never' = no end), 8 body, 9 data (absent = none)
-- Answer  ok, now, deadline, 1 if the payload is kept; or taken, now, deadline, body, data, tag, state, 1 if of this history
if tag then
  if on_replica and on_replica() then return redis.error_reply('NOTPRIMARY this is no primary') end
  return { 'taken', now, deadline, body, data, tag, string.sub(packed, state_from), current and 1 or 0 }
end

local listed = tonumber(ARGV[4])
deadline = now + ARGV[5]
payload_end, record_end = ends(ARGV[6], math.huge), ends(ARGV[7], math.huge)
local head = struct.pack(RECORD, listed, deadline, payload_end, record_end, #stamp, stamp, #ARGV[2], ARGV[2])
set(KEYS[1], head .. ARGV[3], record_end)

local kept = now < payload_end
if kept then
  local has = struct.pack(PAYLOAD, ARGV[9] and 3 or 1, #ARGV[8])
  set(KEYS[2], has .. ARGV[8] .. (ARGV[9] or ''), math.min(payload_end, record_end))
else
  call('DEL', KEYS[2]) -- what a record that ended may have left
end
if listed == 1 then list(1) end
return { 'ok', now, deadline, kept and 1 or 0 }
