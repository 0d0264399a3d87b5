-- The head of every script that reads or writes records: the server's clock, and its history. Plain statements, not
-- functions: a script makes its functions anew in each call, and that shows.
-- ARGV  1 history judged (1) or not (0)
-- Gives  now (milliseconds of this server's clock, read once), stamp ('' where no history is judged)
local call = redis.call
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The id of the server's replication history changes with each promotion, and with each restart or restore. It comes
-- with the role: a replica, or a primary that was demoted, must not answer, not even a read.
local stamp = ''
if ARGV[1] == '1' then
  local info = call('INFO', 'replication')
  if not string.find(info, 'role:master', 1, true) then return redis.error_reply('NOTPRIMARY this is no primary') end
  local _, before = string.find(info, 'master_replid:', 1, true)
  if not before then return redis.error_reply('NOHISTORY this server tells no master_replid') end
  stamp = string.sub(info, before + 1, before + 40)
else
  local role = redis.pcall('ROLE') -- a hosted Redis may hide it; writes to a replica it refuses by itself
  if not role.err and role[1] ~= 'master' then return redis.error_reply('NOTPRIMARY this is no primary') end
end
