-- Adds one person's result of a room to the history, once. Returns 'counted', 'known' if it was added before, or 'nobody' if the
-- player no longer exists, so that nothing may be kept.
-- KEYS: player; rooms counted, games, others met
-- ARGV: room, moment in ms, the moment in ms before which counted rooms are forgotten, the game as `past_games.py` packs it, the most
--       games kept, the most others kept; as JSON the others against whom the result counts (id, name, outcome)
local player, counted, games, met = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local room, at, most_met = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[6])
local others = cjson.decode(ARGV[7])

local function read(key, field, otherwise)
  local found = redis.call('HGET', key, field)
  return found and cjson.decode(found) or otherwise
end

-- If there are too many, those met longest ago are removed, a tenth at a time.
local function thin_out()
  if redis.call('HLEN', met) <= most_met then
    return
  end
  local all, found = {}, redis.call('HGETALL', met)
  for i = 1, #found, 2 do
    all[#all + 1] = {found[i], cjson.decode(found[i + 1]).last}
  end
  table.sort(all, function(a, b) return a[2] < b[2] end)
  for i = 1, math.ceil(most_met / 10) do
    redis.call('HDEL', met, all[i][1])
  end
end

local left = redis.call('TTL', player)
if left == -2 then
  return 'nobody'
end
if redis.call('ZADD', counted, 'NX', at, room) == 0 then
  return 'known'
end
redis.call('ZREMRANGEBYSCORE', counted, '-inf', '(' .. ARGV[3])
redis.call('XADD', games, 'MAXLEN', '~', ARGV[5], '*', 'g', ARGV[4])
for _, other in ipairs(others) do
  local m = read(met, other.id, {played = 0, won = 0, lost = 0})
  m.name, m.last, m.played = other.name, at, m.played + 1
  m.won = m.won + (other.outcome == 'won' and 1 or 0)
  m.lost = m.lost + (other.outcome == 'lost' and 1 or 0)
  redis.call('HSET', met, other.id, cjson.encode(m))
end
if #others > 0 then
  thin_out()
end
if left > 0 then
  for i = 2, #KEYS do
    redis.call('EXPIRE', KEYS[i], left)
  end
end
return 'counted'
