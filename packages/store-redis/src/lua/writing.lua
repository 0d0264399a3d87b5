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

-- Lists or unlists the id, which is what follows the partition in the record's key.
local function list(listed)
  local _, before = string.find(KEYS[1], '}:r:', 1, true)
  local id = string.sub(KEYS[1], before + 1)
  if listed == 1 then call('ZADD', KEYS[3], 0, id) else call('ZREM', KEYS[3], id) end
end
