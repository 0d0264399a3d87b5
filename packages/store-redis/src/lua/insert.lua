-- Creates a record, or returns the one that stands there. Follows present.lua, standing.lua and writing.lua.
-- KEYS  1 record, 2 payload, 3 listing of the partition
-- ARGV  1 history judged (1) or not (0), then listed (1 or 0), 2 tag, 3 state, 4 deadline in ms, 5 payload kept for ms,
--       6 record kept for ms ('never' = no end), 7 body, 8 data (absent = none)
-- Answer  ok, now, deadline, 1 if the payload is kept; or taken, now, deadline, body, data, tag, state, 1 if of this history
if tag then
  if on_replica and on_replica() then return redis.error_reply('NOTPRIMARY this is no primary') end
  return { 'taken', now, deadline, body, data, tag, string.sub(packed, state_from), current and 1 or 0 }
end

local listed = string.byte(ARGV[1], 2) - 48
deadline = now + ARGV[4]
payload_end, record_end = ends(ARGV[5], math.huge), ends(ARGV[6], math.huge)
local head = struct.pack(RECORD, listed, deadline, payload_end, record_end, #stamp, stamp, #ARGV[2], ARGV[2])
set(KEYS[1], head .. ARGV[3], record_end, ARGV[6])

local kept = now < payload_end
if kept then
  local has = struct.pack(PAYLOAD, ARGV[8] and 3 or 1, #ARGV[7])
  set_payload(has .. ARGV[7] .. (ARGV[8] or ''), ARGV[5], ARGV[6])
else
  call('DEL', KEYS[2]) -- what a record that ended may have left
end
if listed == 1 then list(1) end
return { 'ok', now, deadline, kept and 1 or 0 }
