-- Follows standing.lua, in the scripts that write.

-- '' keeps what stands, 'never' has no end, else milliseconds from now.
local function ends(text, standing)
  if text == '' then return standing end
  if text == 'never' then return math.huge end
  return now + text
end

-- Sets a key that ends at `key_end`, which is `text` from now, in the words of `ends`. Redis reads a text far faster than
-- a number of Lua; that its clock stands a moment back while a script runs frees the key so much earlier.
local function set(key, value, key_end, text)
  if key_end == math.huge then
    call('SET', key, value)
  elseif text == '' or text == '0' then
    call('SET', key, value, 'PXAT', key_end)
  else
    call('SET', key, value, 'PX', text)
  end
end

-- The payload's key ends with the payload or with the record, whichever is first.
local function set_payload(value, payload_for, record_for)
  if payload_end <= record_end then
    set(KEYS[2], value, payload_end, payload_for)
  else
    set(KEYS[2], value, record_end, record_for)
  end
end

-- Lists or unlists the id. The record's key is that of the listing with 'r:' and the id instead of its last letter: a
-- client may have put anything before both.
local function list(listed)
  local id = string.sub(KEYS[1], #KEYS[3] + 2)
  if listed == 1 then call('ZADD', KEYS[3], 0, id) else call('ZREM', KEYS[3], id) end
end
