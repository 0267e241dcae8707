-- The weights of a room's results on the boards and for ratings: shared by the script that reads them and the one that counts.
--
-- Three things make a result weigh less. Repeated games of the same two players count less and less within a day. An opponent counts
-- by the number of others whom that opponent has played: a player who has only ever met one other says little about that one.
-- And a player has one rated room at a time: a game that overlaps with another one does not count for that player.

local MOST_FIELDS = 4000 -- Lua's stack takes 8000 values of a call

-- Sets fields of a hash, given as alternating names and values, in any number.
local function set_all(key, fields)
  for first = 1, #fields, MOST_FIELDS do
    redis.call('HSET', key, unpack(fields, first, math.min(first + MOST_FIELDS - 1, #fields)))
  end
end

-- The spans in which a player played the games that counted: the beginning and the last move of each, the latest game first. More
-- than one is kept, since a game that ended for its player long ago may be counted behind several others. The two oldest of too many
-- become one span, gap and all, so nothing that overlaps is ever forgotten.
local MOST_SPANS = 8

local function spans_of(text)
  local spans = {}
  for began, last in string.gmatch(text or '', '(%d+) (%d+)') do
    spans[#spans + 1] = {tonumber(began), tonumber(last)}
  end
  return spans
end

local function is_beside(began, last, spans)
  for _, span in ipairs(spans) do
    if began < span[2] and last > span[1] then
      return true
    end
  end
  return false
end

local function with_span(began, last, spans)
  table.insert(spans, 1, {began, last})
  table.sort(spans, function(one, other) return one[2] > other[2] end)
  while #spans > MOST_SPANS do
    local oldest = table.remove(spans)
    spans[#spans][1] = oldest[1]  -- spans do not overlap, so the oldest began first
  end
  local written = {}
  for at, span in ipairs(spans) do
    written[at] = string.format('%d %d', span[1], span[2])
  end
  return table.concat(written, ' ')
end

-- A circle holds the people whom a player has met in rated games: the last day with one, the number of such days, the first few
-- people met, and marks of the origins of those met on the last day.
local LAST, DAYS, PEOPLE, MARKS = 1, 2, 3, 4

local function has(list, wanted)
  for _, one in ipairs(list) do
    if one == wanted then
      return true
    end
  end
  return false
end

-- Returns the weight of an opponent, by the number of other people whom that opponent has met.
local function trust(circle, player, steps)
  local others = 0
  for _, one in ipairs(circle and circle[PEOPLE] or {}) do
    others = others + (one ~= player and 1 or 0)
  end
  return steps[math.min(others + 1, #steps)]
end

-- Sets `weight_now` and `share_now` of each result: its weight on the boards, by the opponent who counts most, and the share of the
-- full change that it makes to ratings, by all rivals; and `elsewhere`: whether its player played a game that counted at the same
-- moment. Returns the fields of `met` with their new values, and by seat the circles and the spans of games.
local function weigh(job, met, circles, playing)
  local players, by_seat, meetings, circle, spans = {}, {}, {}, {}, {}
  for seat, known in ipairs(job.known) do
    players[seat] = known[1]
  end
  local kept, busy = redis.call('HMGET', circles, unpack(players)), redis.call('HMGET', playing, unpack(players))
  for seat in ipairs(players) do
    circle[seat] = kept[seat] and cmsgpack.unpack(kept[seat]) or nil
    spans[seat] = spans_of(busy[seat])
  end

  for _, result in ipairs(job.results) do
    local fields = {}
    by_seat[result.seat], result.times = result, {}
    result.elsewhere = is_beside(result.began, result.last, spans[result.seat])
    for _, seat in ipairs(result.opponents) do
      for _, by in ipairs(job.known[seat]) do
        fields[#fields + 1] = result.player .. ' ' .. by
      end
    end
    local times, at = #fields > 0 and redis.call('HMGET', met, unpack(fields)) or {}, 0
    for _, seat in ipairs(result.opponents) do
      result.times[seat] = 0
      for _ = 1, #job.known[seat] do
        at = at + 1
        local before = tonumber(times[at] or 0)
        result.times[seat] = math.max(result.times[seat], before)
        meetings[#meetings + 1] = fields[at]
        meetings[#meetings + 1] = before + 1
      end
    end
  end

  for _, result in ipairs(job.results) do
    local most, sum, rivals = 0, 0, 0
    for _, seat in ipairs(result.opponents) do
      local weight, believed = job.weights[result.times[seat] + 1] or 0, trust(circle[seat], result.player, job.trust)
      most = math.max(most, weight * believed)
      local back = by_seat[seat] and by_seat[seat].times[result.seat]
      if back then
        sum = sum + math.min(weight, job.weights[back + 1] or 0) * believed
        rivals = rivals + 1
      end
    end
    result.weight_now = result.elsewhere and 0 or most
    result.share_now = (result.elsewhere or rivals == 0) and 0 or sum / rivals
  end
  return meetings, circle, spans
end

-- Returns a player's circle after a game on a day against some others, each given by the marks of that player.
local function after_meeting(circle, day, others)
  circle = circle or {day, 1, {}, {}}
  if circle[LAST] ~= day then
    circle[LAST], circle[DAYS], circle[MARKS] = day, circle[DAYS] + 1, {}
  end
  for _, known in ipairs(others) do
    local is_new = not has(circle[PEOPLE], known[1])
    for at = 2, #known do
      if has(circle[MARKS], known[at]) then
        is_new = false -- another name from an origin that was met today
      else
        circle[MARKS][#circle[MARKS] + 1] = known[at]
      end
    end
    if is_new then
      circle[PEOPLE][#circle[PEOPLE] + 1] = known[1]
    end
  end
  return circle
end
