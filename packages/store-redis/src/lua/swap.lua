-- Replaces tag and state if the tag is the expected one and the condition holds. A refusal writes nothing. Follows
-- present.lua, standing.lua and writing.lua.
-- KEYS  1 record, 2 payload, 3 listing of the partition
-- ARGV  1 four letters: history judged (1) or not (0); deadline: open, passed, any; history: same, changed, any; listed
--       (1 or 0), 2 expected tag, 3 tag, 4 state, 5 deadline in ms, 6 payload kept for ms, 7 record kept for ms
--       ('' = as it stands, 'never' = no end), 8 data (absent = as it stands)
-- Answer  ok, now, deadline, body, data (1 = the one just written); or absent; or
--         tag, deadline, history: now, deadline, body, data, tag, state, 1 if of this history
local OPEN, PASSED, SAME, CHANGED = 111, 112, 115, 99 -- their first letters
local _, by_deadline, by_history, listed = string.byte(ARGV[1], 1, 4)
local why
if not tag then
  why = 'absent'
elseif tag ~= ARGV[2] then
  why = 'tag'
elseif by_deadline == OPEN and now >= deadline or by_deadline == PASSED and now < deadline then
  why = 'deadline'
elseif by_history == SAME and not current or by_history == CHANGED and current then
  why = 'history'
end
if why then
  if on_replica and on_replica() then return redis.error_reply('NOTPRIMARY this is no primary') end
  if why == 'absent' then return { why } end
  return { why, now, deadline, body, data, tag, string.sub(packed, state_from), current and 1 or 0 }
end

listed = listed - 48
if ARGV[5] ~= '' then deadline = now + ARGV[5] end
local old_key_end = math.min(payload_end, record_end)
payload_end, record_end = ends(ARGV[6], payload_end), ends(ARGV[7], record_end)
local head = struct.pack(RECORD, listed, deadline, payload_end, record_end, #stamp, stamp, #ARGV[3], ARGV[3])
set(KEYS[1], head .. ARGV[4], record_end, ARGV[7])

local key_end = math.min(payload_end, record_end)
if now >= payload_end then
  if payload then call('DEL', KEYS[2]) end
  body, data = false, false
elseif ARGV[8] then
  local has = struct.pack(PAYLOAD, body and 3 or 2, body and #body or 0)
  set_payload(has .. (body or '') .. ARGV[8], ARGV[6], ARGV[7])
  data = 1
elseif not payload then
  call('DEL', KEYS[2]) -- what ended must not come back with a longer retention
elseif key_end == math.huge then
  if old_key_end ~= math.huge then call('PERSIST', KEYS[2]) end
elseif key_end ~= old_key_end then
  call('PEXPIREAT', KEYS[2], key_end)
end
if listed ~= was_listed then list(listed) end
return { 'ok', now, deadline, body, data }
