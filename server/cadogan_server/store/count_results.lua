-- Counts the results of one room, once.
-- KEYS: rooms counted, names, wins, best times, races
-- ARGV: room, now, forget rooms counted before; then for each player: id, name, 1 if won, time in ms or ''
if redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1]) == 0 then
  return 0
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[3])
for i = 4, #ARGV, 4 do
  local player, name, won, time = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  redis.call('HSET', KEYS[2], player, name)
  if won == '1' then
    redis.call('ZINCRBY', KEYS[3], 1, player)
  end
  if time ~= '' then
    redis.call('ZADD', KEYS[4], 'LT', time, player)
  end
  redis.call('ZINCRBY', KEYS[5], 1, player)
end
return 1
