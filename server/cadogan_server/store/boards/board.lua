-- Reads lines of one board. Returns the number of players on it, then for each line: player, value, rank, name, races, the value
-- from before the rule changed, and the stored rating (an empty text if there is none).
-- KEYS: board, names, the board of races, the board from before the rule changed, ratings; then `places` of `settle` in
--       waiting.lua
-- ARGV: 'top', 'around' or 'among'; '1' if low values come first; the number of lines; '1' if there may be lines of an earlier
--       rule; '1' if the board is of ratings; its metric, as an index of `METRICS`; the name of its group; the times at which the
--       boards of that group expire, as msgpack; the number of waiting players that counts as few; then the number of lines to
--       skip, or the player for 'around', or the players for 'among'
local board, names, races, old, ratings = unpack(KEYS, 1, 5)
local view, low, count, has_old, rates = ARGV[1], ARGV[2] == '1', tonumber(ARGV[3]), ARGV[4] == '1', ARGV[5] == '1'
local metric, few, OF = tonumber(ARGV[6]), tonumber(ARGV[9]), 10
local places = {unpack(KEYS, 6)}
local queue, waiting = places[2], places[3]
local call = redis.call

-- Few waiting players are sorted in first. If many wait, only the player of 'around' is.
local left = call('LLEN', queue)
if left > 0 and view ~= 'among' then
  local first = view == 'around' and {ARGV[OF]} or {}
  if left <= few or #first > 0 then
    settle(places, ARGV[7], cmsgpack.unpack(ARGV[8]), left <= few and left or 0, first)
  end
  left = 0 -- all figures are those of the boards
end

-- Equal values have equal ranks: one more than the number of better ones.
local function rank_of(value)
  if low then
    return call('ZCOUNT', board, '-inf', '(' .. value) + 1
  end
  return call('ZCOUNT', board, '(' .. value, '+inf') + 1
end

-- Lines from a position on, counted from 0: players and values alternate.
local function lines_from(first)
  if low then
    return call('ZRANGE', board, first, first + count - 1, 'WITHSCORES')
  end
  return call('ZRANGE', board, first, first + count - 1, 'REV', 'WITHSCORES')
end

-- The values of some players on a board, waiting ones included, without sorting anything: as texts, false for none.
local function values_of(of, at, players)
  local values = call('ZMSCORE', of, unpack(players))
  if left > 0 then
    for i, kept in ipairs(call('HMGET', waiting, unpack(players))) do
      local more = kept and cmsgpack.unpack(kept)[at]
      if more then
        values[i] = string.format('%.17g', together(HOW[at], values[i] and tonumber(values[i]), more))
      end
    end
  end
  return values
end

local function among()
  local players, found = {unpack(ARGV, OF)}, {}
  if #players == 0 then
    return {}
  end
  for i, value in ipairs(values_of(board, metric, players)) do
    if value then
      found[#found + 1] = {players[i], value, tonumber(value)}
    end
  end
  table.sort(found, function(one, other)
    if one[3] ~= other[3] then
      return (one[3] < other[3]) == low
    end
    return one[1] < other[1]
  end)
  local lines = {}
  for i = 1, math.min(#found, count) do
    lines[#lines + 1] = found[i][1]
    lines[#lines + 1] = found[i][2]
  end
  return lines
end

local total, lines, first = call('ZCARD', board), nil, 0
if view == 'among' then
  lines = among()
elseif view == 'top' then
  first = tonumber(ARGV[OF])
  lines = lines_from(first)
else
  local place = call(low and 'ZRANK' or 'ZREVRANK', board, ARGV[OF])
  if not place then
    return {total}
  end
  first = math.max(0, math.min(place - math.floor((count - 1) / 2), total - count))
  lines = lines_from(first)
end
if #lines == 0 then
  return {total}
end

local players = {}
for i = 1, #lines, 2 do
  players[#players + 1] = lines[i]
end
local none = {}
local known = call('HMGET', names, unpack(players))
local raced = values_of(races, AT.races, players)
local before = has_old and call('ZMSCORE', old, unpack(players)) or none
local rated = rates and call('HMGET', ratings, unpack(players)) or none

local answer, rank, last = {total}, 0, nil
for i, player in ipairs(players) do
  local value = lines[2 * i]
  if value ~= last then
    rank = (i == 1 and first > 0) and rank_of(value) or first + i
    last = value
  end
  for _, field in ipairs({player, value, rank, known[i] or '', raced[i] or '0', before[i] or '', rated[i] or ''}) do
    answer[#answer + 1] = field
  end
end
return answer
