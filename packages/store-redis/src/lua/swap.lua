-- Replaces tag and state if the tag is the expected one and the condition holds. A refusal writes nothing.
-- KEYS  record, payload, listing of the partition
-- ARGV  1 history judged (1) or not (0), 2 expected tag, 3 deadline: open, passed, any, 4 history: same, changed, any,
--       5 tag, 6 state, 7 listed (1 or 0), 8 deadline in ms, 9 payload kept for ms, 10 record kept for ms
--       ('' = as it stands, 'never' = no end), 11 data (absent = as it stands)
-- Answer  ok, now, deadline, body, data (1 = the one just written); or absent; or
--         tag, deadline, history, now, deadline, body, data, tag, state, 1 if of this history
local stamp, refused = history(ARGV[1])
if refused then return refused end
local tag, written, deadline, payload_end, record_end, was_listed, packed, from = read_record(KEYS[1])
if not tag then return { 'absent' } end

local why
local current = is_current(written, stamp)
if tag ~= ARGV[2] then
  why = 'tag'
elseif ARGV[3] == 'open' and now >= deadline or ARGV[3] == 'passed' and now < deadline then
  why = 'deadline'
elseif ARGV[4] == 'same' and not current or ARGV[4] == 'changed' and current then
  why = 'history'
end
local body, data = read_payload(KEYS[2], payload_end)
if why then
  return { why, now, deadline, body, data, tag, string.sub(packed, from), current and 1 or 0 }
end

local listed = tonumber(ARGV[7])
if ARGV[8] ~= '' then deadline = now + ARGV[8] end
local old_key_end = math.min(payload_end, record_end)
payload_end, record_end = ends(ARGV[9], payload_end), ends(ARGV[10], record_end)
write_record(KEYS[1], listed, deadline, payload_end, record_end, stamp, ARGV[5], ARGV[6])

local key_end = math.min(payload_end, record_end)
if now >= payload_end then
  if body or data then call('DEL', KEYS[2]) end
  body, data = false, false
elseif ARGV[11] then
  write_payload(KEYS[2], body, ARGV[11], key_end)
  data = 1
elseif not (body or data) then
  call('DEL', KEYS[2]) -- what ended must not come back with a longer retention
elseif key_end ~= old_key_end then
  if key_end == math.huge then call('PERSIST', KEYS[2]) else call('PEXPIREAT', KEYS[2], key_end) end
end
if listed ~= was_listed then list(KEYS[3], KEYS[1], listed) end
return { 'ok', now, deadline, body, data }
