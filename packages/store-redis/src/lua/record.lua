-- Shared by all scripts: the clock, the history, and how a record lies in Redis. No state name occurs here.
--
-- A record is one string: listed (0 or 1), deadline, end of the payload, end of the record, history, tag, then the state.
-- A payload is one string: 1 for a body + 2 for data, the length of the body, the body, the data.
-- Instants are milliseconds of this server's clock; infinity = until a later write says otherwise.
-- What ended is judged by these instants. The key's own expiry frees memory a moment earlier or later, and nothing more.
local call = redis.call
local RECORD, PAYLOAD = '<BdddBc0Hc0', '<BI4'

-- One reading for the whole script.
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The id of the server's replication history changes with each promotion, and with each restart or restore.
-- It comes with the role: a replica, or a primary that was demoted, must not answer, not even a read.
local function history(judged)
  if judged == '0' then
    local role = redis.pcall('ROLE') -- a hosted Redis may hide it; writes to a replica are refused by itself
    if not role.err and role[1] ~= 'master' then return nil, redis.error_reply('NOTPRIMARY this is no primary') end
    return ''
  end
  local info = call('INFO', 'replication')
  if not string.find(info, 'role:master', 1, true) then return nil, redis.error_reply('NOTPRIMARY this is no primary') end
  local _, before = string.find(info, 'master_replid:', 1, true)
  if not before then return nil, redis.error_reply('NOHISTORY this server tells no master_replid') end
  return string.sub(info, before + 1, before + 40)
end

-- Was it last written under this history? Where none is judged, everything was.
local function is_current(written, stamp)
  return stamp == '' or written == stamp
end

-- Nothing if there is none or it ended, else: tag, stamp, deadline, end of payload, end of record, listed, the string, where
-- the state starts in it.
local function read_record(key)
  local packed = call('GET', key)
  if not packed then return end
  local listed, deadline, payload_end, record_end, stamp, tag, from = struct.unpack(RECORD, packed)
  if now < record_end then return tag, stamp, deadline, payload_end, record_end, listed, packed, from end
end

-- Body and data, false where there is none.
local function read_payload(key, payload_end)
  if now >= payload_end then return false, false end
  local packed = call('GET', key)
  if not packed then return false, false end
  local has, length, from = struct.unpack(PAYLOAD, packed)
  return has % 2 == 1 and string.sub(packed, from, from + length - 1),
    has >= 2 and string.sub(packed, from + length)
end

local function set(key, value, ends)
  if ends == math.huge then call('SET', key, value) else call('SET', key, value, 'PXAT', ends) end
end

local function write_record(key, listed, deadline, payload_end, record_end, stamp, tag, state)
  set(key, struct.pack(RECORD, listed, deadline, payload_end, record_end, #stamp, stamp, #tag, tag) .. state, record_end)
end

local function write_payload(key, body, data, ends)
  local has = (body and 1 or 0) + (data and 2 or 0)
  body = body or ''
  set(key, struct.pack(PAYLOAD, has, #body) .. body .. (data or ''), ends)
end

-- '' keeps what stands, 'never' has no end, else milliseconds from now.
local function ends(text, standing)
  if text == '' then return standing end
  if text == 'never' then return math.huge end
  return now + text
end

-- Lists or unlists the id, which is what follows the partition in the record's key.
local function list(key, record_key, listed)
  local _, before = string.find(record_key, '}:r:', 1, true)
  local id = string.sub(record_key, before + 1)
  if listed == 1 then call('ZADD', key, 0, id) else call('ZREM', key, id) end
end
