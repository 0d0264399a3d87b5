-- Tells whether this server tells a script what this store's scripts need.
-- ARGV  1 history judged (1) or not (0)
-- Answer  well, not_primary or history_hidden
if ARGV[1] == '0' then return 'well' end -- no script may call ROLE: it is asked without one
local info = redis.pcall('INFO', 'replication')
if type(info) ~= 'string' or not string.find(info, 'master_replid:%x') then return 'history_hidden' end
return string.find(info, 'role:master', 1, true) and 'well' or 'not_primary'
