-- Creates a record, or returns the one that stands there.
-- KEYS  record, payload, listing of the partition
-- ARGV  1 history judged (1) or not (0), 2 tag, 3 state, 4 listed (1 or 0), 5 deadline in ms, 6 payload kept for ms,
--       7 record kept for ms ('never' = no end), 8 body, 9 data (absent = none)
-- Answer  ok, now, deadline, 1 if the payload is kept; or taken, now, deadline, body, data, tag, state, 1 if of this history
local stamp, refused = history(ARGV[1])
if refused then return refused end
local tag, written, deadline, payload_end, _, _, packed, from = read_record(KEYS[1])
if tag then
  local body, data = read_payload(KEYS[2], payload_end)
  return { 'taken', now, deadline, body, data, tag, string.sub(packed, from), is_current(written, stamp) and 1 or 0 }
end
local listed = tonumber(ARGV[4])
deadline = now + ARGV[5]
payload_end = ends(ARGV[6], math.huge)
local record_end = ends(ARGV[7], math.huge)
write_record(KEYS[1], listed, deadline, payload_end, record_end, stamp, ARGV[2], ARGV[3])
local kept = now < payload_end
if kept then
  write_payload(KEYS[2], ARGV[8], ARGV[9], math.min(payload_end, record_end))
else
  call('DEL', KEYS[2]) -- what a record that ended may have left
end
if listed == 1 then list(KEYS[3], KEYS[1], 1) end
return { 'ok', now, deadline, kept and 1 or 0 }
