-- Follows standing.lua, in the scripts that write.

local function set(key, value, ends)
  if ends == math.huge then call('SET', key, value) else call('SET', key, value, 'PXAT', ends) end
end

-- '' keeps what stands, 'never' has no end, else milliseconds from now.
local function ends(text, standing)
  if text == '' then return standing end
  if text == 'never' then return math.huge end
  return now + text
end

-- Lists or unlists the id. The record's key is that of the listing with 'r:' and the id instead of its last letter: a
-- client may have put anything before both.
local function list(listed)
  local id = string.sub(KEYS[1], #KEYS[3] + 2)
  if listed == 1 then call('ZADD', KEYS[3], 0, id) else call('ZREM', KEYS[3], id) end
end
