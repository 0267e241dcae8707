-- Shared by the scripts of the boards: the values of a player that wait to be sorted into a group of boards. They are kept as a
-- msgpack array in the order of these metrics, false for none. `waiting.py` explains groups.
local METRICS = {
  'races', 'wins', 'score', 'streak', 'best_time', 'best_time_undo', 'rating', 'solo_time', 'solo_moves', 'solo_streak',
}
local HOW = {'more', 'more', 'more', 'GT', 'LT', 'LT', 'set', 'LT', 'LT', 'GT'} -- how a value combines with the existing one
local AT = {}
for at, metric in ipairs(METRICS) do
  AT[metric] = at
end

local function together(how, before, value)
  if not before then
    return value
  elseif how == 'more' then
    return before + value
  elseif how == 'GT' then
    return math.max(before, value)
  elseif how == 'LT' then
    return math.min(before, value)
  end
  return value
end

-- Sorts waiting values into a group of boards: those of the given players, then those of the `count` players who have waited longest.
-- A player's waiting values are removed then. `places` are the keys of: the groups for which players wait, the players who wait for
-- this group, and their values; then for each period, the longest first, of the boards of a game, of those of players who play
-- alone, or of the board of ratings. `ends` are the times at which the boards of each period expire (0: never). Returns the number
-- of players who may still wait.
local function settle(places, group, ends, count, players)
  local call = redis.call
  local behind, queue, waiting, BOARDS = places[1], places[2], places[3], 3
  local width = (#places - BOARDS) / #ends
  local before = ({[1] = 6, [3] = 7, [7] = 0})[width] -- the number of `METRICS` before the first board of the group
  if count > 0 then
    for _, player in ipairs(call('LPOP', queue, count) or {}) do
      players[#players + 1] = player
    end
  end

  local touched = {} -- boards that expire, with the time
  local function put(period, at, how, value, player)
    local board = places[BOARDS + (period - 1) * width + at - before]
    if ends[period] > 0 then
      touched[board] = ends[period]
    end
    if how == 'more' then
      call('ZINCRBY', board, value, player)
    elseif how == 'set' then
      call('ZADD', board, value, player)
    else
      return call('ZADD', board, how, 'CH', value, player) == 1
    end
    return true
  end

  local found = #players > 0 and call('HMGET', waiting, unpack(players)) or {}
  local done, seen = {}, {}
  for i, player in ipairs(players) do
    if found[i] and not seen[player] then
      done[#done + 1], seen[player] = player, true
      local values = cmsgpack.unpack(found[i])
      for at, how in ipairs(HOW) do
        if values[at] then
          -- The shortest period lies within all others, so a value that is no record there is no record anywhere.
          if put(#ends, at, how, values[at], player) then
            for period = #ends - 1, 1, -1 do
              put(period, at, how, values[at], player)
            end
          end
        end
      end
    end
  end
  for board, until_when in pairs(touched) do
    call('EXPIREAT', board, until_when)
  end
  if #done > 0 then
    call('HDEL', waiting, unpack(done))
  end
  local left = call('LLEN', queue)
  if left == 0 then
    call('SREM', behind, group)
  end
  return left
end
