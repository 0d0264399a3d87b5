-- Replaces tag and state if the tag is the expected one and the condition holds. A refusal writes nothing. Follows
-- present.lua, standing.lua and writing.lua.
-- KEYS  1 record, 2 payload, 3 listing of the partition
-- ARGV  1 history judged (1) or not (0), 2 expected tag, 3 deadline: open, passed, any, 4 history: same, changed, any,
--       5 tag, 6 state, 7 listed (1 or 0), 8 deadline in ms, 9 payload kept for ms, 10 record kept for ms
--       ('' = as it stands, 'never' = no end), 11 data (absent = as it stands)
-- Answer  ok, now, deadline, body, data (1 = the one just written); or absent; or
--         tag, deadline, history: now, deadline, body, data, tag, state, 1 if of this history
local why
if not tag then
  why = 'absent'
elseif tag ~= ARGV[2] then
  why = 'tag'
elseif ARGV[3] == 'open' and now >= deadline or ARGV[3] == 'passed' and now < deadline then
  why = 'deadline'
elseif ARGV[4] == 'same' and not current or ARGV[4] == 'changed' and current then
  why = 'history'
end
if why then
  if on_replica and on_replica() then return redis.error_reply('NOTPRIMARY this is no primary') end
  if why == 'absent' then return { why } end
  return { why, now, deadline, body, data, tag, string.sub(packed, state_from), current and 1 or 0 }
end

local listed = tonumber(ARGV[7])
if ARGV[8] ~= '' then deadline = now + ARGV[8] end
local old_key_end = math.min(payload_end, record_end)
payload_end, record_end = ends(ARGV[9], payload_end), ends(ARGV[10], record_end)
local head = struct.pack(RECORD, listed, deadline, payload_end, record_end, #stamp, stamp, #ARGV[5], ARGV[5])
set(KEYS[1], head .. ARGV[6], record_end)

local key_end = math.min(payload_end, record_end)
if now >= payload_end then
  if payload then call('DEL', KEYS[2]) end
  body, data = false, false
elseif ARGV[11] then
  local has = struct.pack(PAYLOAD, body and 3 or 2, body and #body or 0)
  set(KEYS[2], has .. (body or '') .. ARGV[11], key_end)
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
