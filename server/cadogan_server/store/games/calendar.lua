-- Keeps a player's result of a day. A second call changes nothing.
-- KEYS: the player, the days, their bits
-- ARGV: the day and contest, the result, the position of the first of its two bits, '1' if it was won
local left = redis.call('TTL', KEYS[1])
if left == -2 then
  return 'nobody'
end
redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2])
redis.call('SETBIT', KEYS[3], ARGV[3], 1)
if ARGV[4] == '1' then
  redis.call('SETBIT', KEYS[3], ARGV[3] + 1, 1)
end
if left > 0 then
  redis.call('EXPIRE', KEYS[2], left)
  redis.call('EXPIRE', KEYS[3], left)
end
return 'kept'
