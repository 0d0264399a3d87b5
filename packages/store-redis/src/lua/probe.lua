-- Tells whether a script may do at this server what this store's scripts do.
-- ARGV  1 history judged (1) or not (0)
-- Answer  well, not_primary or history_hidden
if ARGV[1] == '0' then
  local role = redis.pcall('ROLE')
  return (role.err or role[1] == 'master') and 'well' or 'not_primary'
end
local info = redis.pcall('INFO', 'replication')
if type(info) ~= 'string' or not string.find(info, 'master_replid:%x') then return 'history_hidden' end
return string.find(info, 'role:master', 1, true) and 'well' or 'not_primary'
