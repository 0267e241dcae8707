-- Counts the results of one room, once. Returns {'counted'}, or {'known', what they have changed} where that was done before, or
-- {'stale'} where a rating, or how often two have met today, has changed since it was read: read it anew and try again.
-- KEYS: rooms counted, what this one has changed, names, the game's boards, who has met whom today, streaks,
--       ratings of the family, ratings over all, the boards of these two; then for each result: own figures;
--       then for each period a board for each metric
-- ARGV: a job, as msgpack; `_job` and `_line` in leaderboard.py tell its fields
local job = cmsgpack.unpack(ARGV[1])
local call, results = redis.call, job.results
local counted, outcome, names, boards, met, streaks = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local family = {ratings = KEYS[7], board = KEYS[9], read = 'family_read', new = 'family', shown = 'family_shown'}
local over_all = {ratings = KEYS[8], board = KEYS[10], read = 'all_read', new = 'all', shown = 'all_shown'}
local OWN, BOARDS = 10, 10 + #results
local metric_at = {}
for i, metric in ipairs(job.metrics) do
  metric_at[metric] = i
end

if call('ZSCORE', counted, job.room) then
  return {'known', call('GET', outcome) or ''}
end

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
local rated = {}
for _, result in ipairs(results) do
  if result.family then
    rated[#rated + 1] = result
    if result.weight_now ~= result.weight then
      return {'stale'}
    end
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
if #rated > 0 and (is_stale(family) or is_stale(over_all)) then
  return {'stale'}
end

call('ZADD', counted, job.now, job.room)
call('ZREMRANGEBYSCORE', counted, '-inf', '(' .. job.forget)

-- ---- what each has done, whether it counts on a board or not --------------------------------------------------------------------
for i, result in ipairs(results) do
  local own, best = KEYS[OWN + i], result.undone and 'best_time_undo' or 'best_time'
  local before = call('HMGET', own, 'races', 'wins', best)
  call('HSET', own, 'races', (before[1] or 0) + 1, 'wins', (before[2] or 0) + (result.first and 1 or 0))
  if result.time and (not before[3] or tonumber(before[3]) > result.time) then
    call('HSET', own, best, result.time)
  end
  call('EXPIRE', own, job.own_seconds)
end

-- ---- the boards: for each metric, how a member's score comes to be, and in pairs each score and whose it is ----------------------
local adds = {}
local function add(metric, how, score, player)
  adds[metric] = adds[metric] or {how = how}
  table.insert(adds[metric], score)
  table.insert(adds[metric], player)
end

local named, anybody = {}, false
for _, result in ipairs(results) do
  if #result.opponents > 0 then
    local player, weight = result.player, result.weight_now
    named[#named + 1] = player
    named[#named + 1] = result.name
    if weight > 0 then
      anybody = true
      add('races', 'more', 1, player)
      if result.won then
        add('wins', 'more', weight, player)
      end
      if result.score then
        add('score', 'more', weight * result.score, player)
      end
      if job.duel then
        local streak = result.won and (call('HGET', streaks, player) or 0) + 1 or 0
        call('HSET', streaks, player, streak)
        if streak > 0 then
          add('streak', 'GT', streak, player)
        end
      end
    end
    if result.time then
      add(result.undone and 'best_time_undo' or 'best_time', 'LT', result.time, player)
    end
    if result.family and result.share > 0 then
      add('rating', 'set', result.family_shown, player)
    end
  end
end
if #named > 0 then
  call('HSET', names, unpack(named))
end
if anybody then
  call('ZINCRBY', boards, 1, job.board)
end

for p, until_when in ipairs(job.periods) do
  for metric, pairs_of in pairs(adds) do
    local board = KEYS[BOARDS + (p - 1) * #job.metrics + metric_at[metric]]
    if pairs_of.how == 'more' then
      for i = 1, #pairs_of, 2 do
        call('ZINCRBY', board, pairs_of[i], pairs_of[i + 1])
      end
    elseif pairs_of.how == 'set' then
      call('ZADD', board, unpack(pairs_of))
    else
      call('ZADD', board, pairs_of.how, unpack(pairs_of))
    end
    if until_when > 0 then
      call('EXPIREAT', board, until_when)
    end
  end
end

-- ---- ratings --------------------------------------------------------------------------------------------------------------------
local function rate(kind)
  local kept, shown = {}, {}
  for _, result in ipairs(rated) do
    if result.share > 0 then
      kept[#kept + 1] = result.player
      kept[#kept + 1] = result[kind.new]
      shown[#shown + 1] = result[kind.shown]
      shown[#shown + 1] = result.player
    end
  end
  if #kept > 0 then
    call('HSET', kind.ratings, unpack(kept))
    call('ZADD', kind.board, unpack(shown))
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
