-- Tries every command that this store's scripts call on keys, and leaves nothing behind.
-- KEYS  1 a key of the namespace that no record has
-- Answer  '' if all went well, else the name of the command that did not and its error
local key = KEYS[1]
local time = redis.pcall('TIME')
if time.err then return { 'TIME', time.err } end
local soon = string.format('%.0f', time[1] * 1000 + 10000)

local ends_soon = { 'SET', key, '', 'PXAT', soon }
local steps = {
  ends_soon,
  { 'GET', key },
  { 'PERSIST', key },
  { 'PEXPIREAT', key, soon },
  { 'DEL', key },
  { 'ZADD', key, 0, '-' },
  { 'ZRANGEBYLEX', key, '-', '+', 'LIMIT', 0, 1 },
  { 'ZREM', key, '-' },
}
for _, step in ipairs(steps) do
  local answer = redis.pcall(unpack(step))
  if type(answer) == 'table' and answer.err then
    redis.pcall(unpack(ends_soon)) -- where DEL is what is refused, Redis frees the key by itself
    return { step[1], answer.err }
  end
end
return { '', '' }
