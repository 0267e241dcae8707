-- Counts a player's attempt at a contest of a day, once. Returns 'counted', 'known' if it was counted before, or 'practice' if
-- another room is the attempt.
-- KEYS: attempts, attempts that are over, the board
-- ARGV: player, the room that must be the attempt, its result, its value on the board ('': it is on no board),
--       the time at which all this expires, in seconds since 1970
local attempts, over, board = KEYS[1], KEYS[2], KEYS[3]
local player, attempt, done, value, until_when = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

if redis.call('HGET', attempts, player) ~= attempt then
  return 'practice'
end
if redis.call('HSETNX', over, player, done) == 0 then
  return 'known'
end
if value ~= '' then
  redis.call('ZADD', board, 'NX', value, player)
end
redis.call('EXPIREAT', over, until_when)
redis.call('EXPIREAT', board, until_when)
return 'counted'
