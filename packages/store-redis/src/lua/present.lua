-- The head of every script that reads or writes records: the server's clock, and its history. Plain statements, not
-- functions: a script makes its functions anew in each call, and that shows.
-- ARGV  1 begins with 1 if the history is judged, else with 0
-- Gives  now (milliseconds of this server's clock, read once), stamp ('' where no history is judged), and on_replica:
--        nil where the history is judged, else what to ask before an answer that writes nothing
local call = redis.call
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The id of the server's replication history changes with each promotion, and with each restart or restore. It comes
-- with the role: a replica, or a primary that was demoted, must not answer, not even a read.
local stamp, on_replica = '', nil
if string.byte(ARGV[1]) == 49 then
  local info = call('INFO', 'replication')
  if not string.find(info, 'role:master', 1, true) then return redis.error_reply('NOTPRIMARY this is no primary') end
  local _, before = string.find(info, 'master_replid:', 1, true)
  if not before then return redis.error_reply('NOHISTORY this server tells no master_replid') end
  stamp = string.sub(info, before + 1, before + 40)
else
  -- INFO may be hidden, and no script may call ROLE: what tells a replica is that it refuses to write. So an answer that
  -- writes nothing first tries a write that changes nothing: no id is empty. Only then, since scripts that have written
  -- may go beyond maxmemory. The listing is the last key of every script.
  on_replica = function()
    local refused = redis.pcall('ZREM', KEYS[#KEYS], '')
    return type(refused) == 'table' and string.find(refused.err, 'READONLY', 1, true)
  end
end
