-- Counts the result of one duel, once. Returns 'counted', or 'known' where that was done before, or 'stale' where a rating
-- has changed since it was read: read it anew and try again.
-- KEYS: rooms counted, names, wins, races, scores, ratings shown, ratings
-- ARGV: room, now, forget rooms counted before; then for each player:
--       id, name, 1 if won, points, rating as it was read ('' for none), rating now, rating shown now ('' : not rated)
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  return 'known'
end
for i = 4, #ARGV, 7 do
  if (redis.call('HGET', KEYS[7], ARGV[i]) or '') ~= ARGV[i + 4] then
    return 'stale'
  end
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[3])
for i = 4, #ARGV, 7 do
  local player, won, points, rating, shown = ARGV[i], ARGV[i + 2], ARGV[i + 3], ARGV[i + 5], ARGV[i + 6]
  redis.call('HSET', KEYS[2], player, ARGV[i + 1])
  if won == '1' then
    redis.call('ZINCRBY', KEYS[3], 1, player)
  end
  redis.call('ZINCRBY', KEYS[4], 1, player)
  redis.call('ZINCRBY', KEYS[5], points, player)
  if shown ~= '' then
    redis.call('HSET', KEYS[7], player, rating)
    redis.call('ZADD', KEYS[6], shown, player)
  end
end
return 'counted'
