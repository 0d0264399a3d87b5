-- Follows present.lua: the record that stands there, and how it lies in Redis. No state name occurs here.
--
-- A record is one string: listed (0 or 1), deadline, end of the payload, end of the record, history, tag, then the state.
-- A payload is one string: 1 for a body + 2 for data, the length of the body, the body, the data.
-- Instants are milliseconds of this server's clock; infinity = until a later write says otherwise.
-- What ended is judged by these instants. The key's own expiry frees memory a moment earlier or later, and nothing more.
--
-- KEYS  1 record, 2 payload
-- Gives  tag (nil = absent), current (written under this history?), deadline, payload_end, record_end, was_listed, and
--        body and data, false where there is none; the state is string.sub(packed, state_from)
local RECORD, PAYLOAD = '<BdddBc0Hc0', '<BI4'
local tag, current, deadline, payload_end, record_end, was_listed, state_from
local body, data = false, false

local packed = call('GET', KEYS[1])
if packed then
  local written
  was_listed, deadline, payload_end, record_end, written, tag, state_from = struct.unpack(RECORD, packed)
  current = stamp == '' or written == stamp
  if now >= record_end then tag = nil end
end

local payload = tag and now < payload_end and call('GET', KEYS[2])
if payload then
  local has, length, from = struct.unpack(PAYLOAD, payload)
  if has % 2 == 1 then body = string.sub(payload, from, from + length - 1) end
  if has >= 2 then data = string.sub(payload, from + length) end
end
