-- Takes an id out of the listing if its record ended, also if another one, not listed, stands there meanwhile. The memory
-- of record and payload Redis frees by itself.
-- KEYS  record, listing of the partition
-- ARGV  1 history judged (1) or not (0)
-- Answer  1 if it was taken out, else 0
local _, refused = history(ARGV[1])
if refused then return refused end
local _, _, _, _, _, listed = read_record(KEYS[1])
if listed == 1 then return 0 end
list(KEYS[2], KEYS[1], 0)
return 1
