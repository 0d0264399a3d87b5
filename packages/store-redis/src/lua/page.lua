-- Listed ids of one partition, in the order of the ids, which no write moves. Follows present.lua.
-- KEYS  1 listing of the partition
-- ARGV  1 history judged (1) or not (0), 2 and 3 bounds as in ZRANGEBYLEX, 4 at most how many
if on_replica and on_replica() then return redis.error_reply('NOTPRIMARY this is no primary') end
return call('ZRANGEBYLEX', KEYS[1], ARGV[2], ARGV[3], 'LIMIT', 0, ARGV[4])
