-- Counts the results of one room, once. Returns 'counted', or 'known' where that was done before, or 'stale' where a rating, or
-- how often two have met today, has changed since it was read: read it anew and try again.
-- KEYS: rooms counted, names, the game's boards, who has met whom today, ratings,
--       wins, races, score, best times, best times with undone moves, ratings shown; then for each result: own figures
-- ARGV: room, now, forget rooms counted before, board ('' : none), seconds to remember who has met whom, seconds to keep own
--       figures; as JSON: weights by how often two have met, for each seat by what its player is known again, results (`_line` in
--       leaderboard.py tells their fields)
local weights, known, results = cjson.decode(ARGV[7]), cjson.decode(ARGV[8]), cjson.decode(ARGV[9])
local names, boards, met, ratings = KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local wins, races, score, best, best_undo, shown = KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11]
local FIRST_OWN = 12

-- How often a player has met the one of a seat today, in whatever way that one is known again.
local function times_met(player, seat)
  local most = 0
  for _, by in ipairs(known[seat]) do
    most = math.max(most, tonumber(redis.call('HGET', met, player .. ' ' .. by) or 0))
  end
  return most
end

-- How much a result counts: by the opponent who was met least often.
local function weight_of(result)
  local most = 0
  for _, seat in ipairs(result.opponents) do
    most = math.max(most, weights[times_met(result.player, seat) + 1] or 0)
  end
  return most
end

local function keep_least(key, field, value)
  local before = redis.call('HGET', key, field)
  if not before or tonumber(before) > value then
    redis.call('HSET', key, field, value)
  end
end

if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  return 'known'
end
for _, result in ipairs(results) do
  if result.rating and (weight_of(result) ~= result.weight
      or (redis.call('HGET', ratings, result.player) or '') ~= result.rating_read) then
    return 'stale'
  end
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[3])

local any = false
for i, result in ipairs(results) do
  local own, player = KEYS[FIRST_OWN + i - 1], result.player
  redis.call('HINCRBY', own, 'races', 1)
  redis.call('HINCRBY', own, 'wins', result.first and 1 or 0)
  if result.time then
    keep_least(own, result.undone and 'best_time_undo' or 'best_time', result.time)
  end
  redis.call('EXPIRE', own, ARGV[6])

  if #result.opponents > 0 then
    local weight = weight_of(result)
    redis.call('HSET', names, player, result.name)
    if weight > 0 then
      any = true
      redis.call('ZINCRBY', races, 1, player)
      if result.won then
        redis.call('ZINCRBY', wins, weight, player)
      end
      if result.score then
        redis.call('ZINCRBY', score, weight * result.score, player)
      end
    end
    if result.time then
      redis.call('ZADD', result.undone and best_undo or best, 'LT', result.time, player)
    end
    if result.rating then
      redis.call('HSET', ratings, player, result.rating)
      redis.call('ZADD', shown, result.rating_shown, player)
    end
  end
end
if any then
  redis.call('ZINCRBY', boards, 1, ARGV[4])
end

-- Only now, as each has met the other at the same moment.
for _, result in ipairs(results) do
  for _, seat in ipairs(result.opponents) do
    for _, by in ipairs(known[seat]) do
      redis.call('HINCRBY', met, result.player .. ' ' .. by, 1)
    end
  end
end
redis.call('EXPIRE', met, ARGV[5])
return 'counted'
