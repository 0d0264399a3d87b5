-- Takes an id out of the listing if its record ended, also if another one, not listed, stands there meanwhile. The memory
-- of record and payload Redis frees by itself. Follows present.lua, standing.lua and writing.lua.
-- KEYS  1 record, 2 payload, 3 listing of the partition
-- ARGV  1 history judged (1) or not (0)
-- Answer  1 if it was taken out, else 0
if tag and was_listed == 1 then return 0 end
list(0)
return 1
