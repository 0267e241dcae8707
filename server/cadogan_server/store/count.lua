-- Counts the results of one room, once. Returns {'counted'}, or {'known', what they have changed} where that was done before, or
-- {'stale'} where a rating, or how often two have met today, has changed since it was read: read it anew and try again.
-- What belongs on boards is not sorted in here, which would take most of the time: it waits for `settle.lua`.
-- KEYS: rooms counted, what this one has changed, names, the game's boards, who has met whom today, streaks, ratings of the family,
--       ratings over all, groups of boards for which somebody waits; then of the groups of the game, the family and over all: who is
--       to be sorted, what waits
-- ARGV: a job, as msgpack; `_job` and `_line` in leaderboard.py tell its fields
local job = cmsgpack.unpack(ARGV[1])
local call, results = redis.call, job.results
local counted, outcome, names, boards, met, streaks, behind = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[9]
local game = {name = job.groups[1], queue = KEYS[10], waiting = KEYS[11]}
local family = {
  ratings = KEYS[7], read = 'family_read', new = 'family', shown = 'family_shown',
  name = job.groups[2], queue = KEYS[12], waiting = KEYS[13],
}
local over_all = {
  ratings = KEYS[8], read = 'all_read', new = 'all', shown = 'all_shown',
  name = job.groups[3], queue = KEYS[14], waiting = KEYS[15],
}

-- ---- how much each result counts: by the opponent who was met least often today, in whatever way that one is known again ----
local meetings = {} -- fields of `met` and what they are to become: set at the end, as each has met the other at the same moment
for _, result in ipairs(results) do
  result.weight_now = 0
  local fields = {}
  for _, seat in ipairs(result.opponents) do
    for _, by in ipairs(job.known[seat]) do
      fields[#fields + 1] = result.player .. ' ' .. by
    end
  end
  if #fields > 0 then
    local times, at = call('HMGET', met, unpack(fields)), 0
    for _, seat in ipairs(result.opponents) do
      local most = 0
      for _ = 1, #job.known[seat] do
        at = at + 1
        local before = tonumber(times[at] or 0)
        most = math.max(most, before)
        meetings[#meetings + 1] = fields[at]
        meetings[#meetings + 1] = before + 1
      end
      result.weight_now = math.max(result.weight_now, job.weights[most + 1] or 0)
    end
  end
end

-- ---- whether ratings are still what they were when the new ones were made -----------------------------------------------------
local rated, weighed = {}, true
for _, result in ipairs(results) do
  if result.family then
    rated[#rated + 1] = result
    weighed = weighed and result.weight_now == result.weight
  end
end
local function is_stale(kind)
  local players = {}
  for i, result in ipairs(rated) do
    players[i] = result.player
  end
  for i, found in ipairs(call('HMGET', kind.ratings, unpack(players))) do
    if (found or '') ~= rated[i][kind.read] then
      return true
    end
  end
  return false
end
local fresh = weighed and (#rated == 0 or not (is_stale(family) or is_stale(over_all)))

-- Most are neither stale nor known, so that is asked of all at once, and only of who is stale whether it is known.
if not fresh and not call('ZSCORE', counted, job.room) then
  return {'stale'}
end
if not fresh or call('ZADD', counted, 'NX', job.now, job.room) == 0 then
  return {'known', call('GET', outcome) or ''}
end
call('ZREMRANGEBYSCORE', counted, '-inf', '(' .. job.forget)

-- ---- the boards -----------------------------------------------------------------------------------------------------------------
-- Has something wait to be sorted in: for each of some players an array as `waiting.lua` has it.
local function wait(group, players, news)
  local pairs_of, new = {}, {}
  for i, found in ipairs(call('HMGET', group.waiting, unpack(players))) do
    local values = news[i]
    if found then
      for at, before in ipairs(cmsgpack.unpack(found)) do
        values[at] = values[at] and together(HOW[at], before, values[at]) or before
      end
    else
      new[#new + 1] = players[i]
    end
    pairs_of[2 * i - 1], pairs_of[2 * i] = players[i], cmsgpack.pack(values)
  end
  call('HSET', group.waiting, unpack(pairs_of))
  if #new > 0 and call('RPUSH', group.queue, unpack(new)) == #new then
    call('SADD', behind, group.name)
  end
end

local named, ranked, news, anybody = {}, {}, {}, false
for _, result in ipairs(results) do
  if #result.opponents > 0 then
    local player, weight = result.player, result.weight_now
    local races, wins, score, streak, best, undone, rating = false, false, false, false, false, false, false
    named[#named + 1] = player
    named[#named + 1] = result.name
    if weight > 0 then
      anybody = true
      races = 1
      wins = result.first and weight
      score = result.score and weight * result.score or false
      if job.duel then
        local row = result.first and (call('HGET', streaks, player) or 0) + 1 or 0
        call('HSET', streaks, player, row)
        streak = row > 0 and row
      end
    end
    if result.undone then
      undone = result.time or false
    else
      best = result.time or false
    end
    rating = result.family and result.share > 0 and result.family_shown
    local values = {races, wins, score, streak, best, undone, rating or false}
    for _, value in ipairs(values) do
      if value then
        ranked[#ranked + 1], news[#news + 1] = player, values
        break
      end
    end
  end
end
if #named > 0 then
  call('HSET', names, unpack(named))
end
if anybody then
  call('ZINCRBY', boards, 1, job.board)
end
if #ranked > 0 then
  wait(game, ranked, news)
end

-- ---- ratings --------------------------------------------------------------------------------------------------------------------
local function rate(kind)
  local kept, players, shown = {}, {}, {}
  for _, result in ipairs(rated) do
    if result.share > 0 then
      kept[#kept + 1] = result.player
      kept[#kept + 1] = result[kind.new]
      players[#players + 1] = result.player
      shown[#shown + 1] = {false, false, false, false, false, false, result[kind.shown]}
    end
  end
  if #players > 0 then
    call('HSET', kind.ratings, unpack(kept))
    wait(kind, players, shown)
  end
end
rate(family)
rate(over_all)
if job.outcome ~= '' then
  call('SET', outcome, job.outcome, 'EX', job.outcome_seconds)
end

if #meetings > 0 then
  call('HSET', met, unpack(meetings))
  call('EXPIRE', met, job.met_seconds)
end
return {'counted', job.outcome}
