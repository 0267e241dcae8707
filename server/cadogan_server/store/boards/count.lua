-- Counts the results of one room, once. Returns {'counted'}, or {'known', the changes made} if the room was counted before, or
-- {'stale'} if a rating, the number of times that two players have met today, or whether a player played elsewhere at that moment, has
-- changed since it was read: read again and retry.
-- Values for boards are not sorted in here, which would take most of the time: they wait for `settle.lua`.
-- KEYS: rooms counted, the changes of this room, names, the game's boards, the players who met today, streaks, ratings of the family,
--       ratings over all games, circles, the time when each player played last, groups of boards for which players wait; then for
--       the groups of the game, of the family and over all games: the players to sort in, and their waiting values; then for
--       players who play alone: streaks, groups of boards, the players to sort in, and their waiting values
-- ARGV: a job, as msgpack; `_job` and `_line` in leaderboard.py have its fields
local job = cmsgpack.unpack(ARGV[1])
local call, results = redis.call, job.results
local counted, outcome, names, boards, met, streaks = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local circles, playing, behind, solo_streaks = KEYS[9], KEYS[10], KEYS[11], KEYS[18]
local game = {name = job.groups[1], behind = behind, queue = KEYS[12], waiting = KEYS[13]}
local family = {
  ratings = KEYS[7], read = 'family_read', new = 'family', shown = 'family_shown',
  name = job.groups[2], behind = behind, queue = KEYS[14], waiting = KEYS[15],
}
local over_all = {
  ratings = KEYS[8], read = 'all_read', new = 'all', shown = 'all_shown',
  name = job.groups[3], behind = behind, queue = KEYS[16], waiting = KEYS[17],
}
local solo = {name = job.groups[4], behind = KEYS[19], queue = KEYS[20], waiting = KEYS[21]}

local meetings, circle, spans = weigh(job, met, circles, playing)

-- ---- are ratings still those from which the new ones were made? ------------------------------------------------------------------
local rated, weighed = {}, true
for _, result in ipairs(results) do
  weighed = weighed and result.elsewhere == result.beside
  if result.family then
    rated[#rated + 1] = result
    weighed = weighed and result.share_now == result.share
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

-- Most rooms are neither stale nor known, so all are checked for staleness at once, and only stale ones for being known.
if not fresh and not call('ZSCORE', counted, job.room) then
  return {'stale'}
end
if not fresh or call('ZADD', counted, 'NX', job.now, job.room) == 0 then
  return {'known', call('GET', outcome) or ''}
end
call('ZREMRANGEBYSCORE', counted, '-inf', '(' .. job.forget)

-- ---- the players whom each has met, and the time when each has played ------------------------------------------------------------
local new_circles, last_played = {}, {}
for _, result in ipairs(results) do
  if #result.opponents > 0 and not result.elsewhere then
    local others = {}
    for i, seat in ipairs(result.opponents) do
      others[i] = job.known[seat]
    end
    local after = after_meeting(circle[result.seat], job.day, others)
    while #after[PEOPLE] > job.most_people do
      table.remove(after[PEOPLE])
    end
    result.ranked = after[DAYS] >= job.ranked_days and #after[PEOPLE] >= job.ranked_people
    new_circles[#new_circles + 1] = result.player
    new_circles[#new_circles + 1] = cmsgpack.pack(after)
    if result.last > 0 then
      last_played[#last_played + 1] = result.player
      last_played[#last_played + 1] = with_span(result.began, result.last, spans[result.seat])
    end
  end
end
set_all(circles, new_circles)
set_all(playing, last_played)

-- ---- the boards -----------------------------------------------------------------------------------------------------------------
-- Lets values wait to be sorted in: for each of some players an array in the form of `waiting.lua`.
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
    call('SADD', group.behind, group.name)
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
      if result.score then
        local row = result.first and (call('HGET', streaks, player) or 0) + 1 or 0
        call('HSET', streaks, player, row)
        streak = row > 0 and row
      end
    end
    if not result.elsewhere then
      if result.undone then
        undone = result.time or false
      else
        best = result.time or false
      end
    end
    rating = result.family and result.share > 0 and result.ranked and result.family_shown
    local values = {races, wins, score, streak, best, undone, rating or false}
    for _, value in ipairs(values) do
      if value then
        ranked[#ranked + 1], news[#news + 1] = player, values
        break
      end
    end
  end
end

-- ---- the boards of players who play alone or at home ----------------------------------------------------------------------------
local at_home, their_news = {}, {}
for _, result in ipairs(results) do
  if result.solo and result.won then
    local row, none = call('HINCRBY', solo_streaks, result.player, 1), false
    named[#named + 1] = result.player
    named[#named + 1] = result.name
    at_home[#at_home + 1] = result.player
    their_news[#their_news + 1] = {none, none, none, none, none, none, none, result.time or none, result.moves or none, row}
    anybody = true
  elseif result.solo then
    call('HDEL', solo_streaks, result.player)
  end
end

set_all(names, named)
if anybody then
  call('ZINCRBY', boards, 1, job.board)
end
if #ranked > 0 then
  wait(game, ranked, news)
end
if #at_home > 0 then
  wait(solo, at_home, their_news)
end

-- ---- ratings --------------------------------------------------------------------------------------------------------------------
local function rate(kind)
  local kept, players, shown = {}, {}, {}
  for _, result in ipairs(rated) do
    if result.share > 0 then
      kept[#kept + 1] = result.player
      kept[#kept + 1] = result[kind.new]
      if result.ranked then
        players[#players + 1] = result.player
        shown[#shown + 1] = {false, false, false, false, false, false, result[kind.shown]}
      end
    end
  end
  set_all(kind.ratings, kept)
  if #players > 0 then
    wait(kind, players, shown)
  end
end
rate(family)
rate(over_all)
if job.outcome ~= '' then
  call('SET', outcome, job.outcome, 'EX', job.outcome_seconds)
end

if #meetings > 0 then
  set_all(met, meetings)
  call('EXPIRE', met, job.met_seconds)
end
return {'counted', job.outcome}
