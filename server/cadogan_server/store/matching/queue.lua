-- Does everything to the queue of players who wait for an opponent, so that pairs are made in one place.
--
-- KEYS[1] is the beginning of all its keys; they lie in one slot. ARGV[1] is the command, ARGV[2] the node that calls, ARGV[3]
-- the milliseconds for which a node lives without a word. The commands and their arguments are at the end.

local at = KEYS[1]
local WAITING = at .. 'waiting'
local NODES = at .. 'nodes'
local PAIRS = at .. 'pairs'
local PAIRED = at .. 'paired'
local UNTIL = at .. 'until'

local command, node, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Entries of a dead node, and pairs, that one call clears away at most.
local AT_ONCE = 100

local function lives(other)
  local lasts = redis.call('ZSCORE', NODES, other)
  return lasts and tonumber(lasts) > now
end

local function add(entry)
  redis.call('HSET', WAITING, entry.player, cjson.encode(entry))
  redis.call('SADD', at .. 'node:' .. entry.node, entry.player)
  for game, rating in pairs(entry.games) do
    redis.call('ZADD', at .. 'game:' .. game, rating, entry.player)
  end
  for _, mark in ipairs(entry.apart) do redis.call('SADD', at .. 'apart:' .. mark, entry.player) end
end

local function remove(entry)
  redis.call('HDEL', WAITING, entry.player)
  redis.call('SREM', at .. 'node:' .. entry.node, entry.player)
  for game in pairs(entry.games) do
    redis.call('ZREM', at .. 'game:' .. game, entry.player)
  end
  for _, mark in ipairs(entry.apart) do redis.call('SREM', at .. 'apart:' .. mark, entry.player) end
end

local function entry_of(player)
  local text = redis.call('HGET', WAITING, player)
  return text and cjson.decode(text)
end

local function pair_of(player)
  local id = redis.call('HGET', PAIRED, player)
  local text = id and redis.call('HGET', PAIRS, id)
  return text and id, text and cjson.decode(text)
end

-- Forgets a pair. If it has no room, its players at living nodes wait again, except the player who has left.
local function part(id, pair, except)
  redis.call('HDEL', PAIRS, id)
  redis.call('ZREM', UNTIL, id)
  for _, entry in ipairs(pair.seats) do
    if redis.call('HGET', PAIRED, entry.player) == id then
      redis.call('HDEL', PAIRED, entry.player)
      if not pair.room and entry.player ~= except and lives(entry.node) then add(entry) end
    end
  end
end

local function tidy()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', UNTIL, '-inf', now, 'LIMIT', 0, AT_ONCE)) do
    local text = redis.call('HGET', PAIRS, id)
    if text then part(id, cjson.decode(text)) else redis.call('ZREM', UNTIL, id) end
  end
  local dead = redis.call('ZRANGEBYSCORE', NODES, '-inf', now, 'LIMIT', 0, 1)[1]
  if not dead then return end
  for _, player in ipairs(redis.call('SPOP', at .. 'node:' .. dead, AT_ONCE)) do
    local entry = entry_of(player)
    if entry and entry.node == dead then remove(entry) end
  end
  if redis.call('EXISTS', at .. 'node:' .. dead) == 0 then
    redis.call('DEL', at .. 'news:' .. dead)
    redis.call('ZREM', NODES, dead)
  end
end

-- Returns the greatest difference of ratings for an opponent of this player, which grows with the time waited.
local function reach(entry, steps)
  local far = 0
  for _, step in ipairs(steps) do
    if now - entry.since >= step[1] then far = step[2] < 0 and math.huge or step[2] end
  end
  return far
end

local function may_meet(one, other)
  local marks = {}
  for _, mark in ipairs(one.apart) do marks[mark] = true end
  for _, mark in ipairs(other.apart) do
    if marks[mark] then return false end
  end
  return one.player ~= other.player and lives(other.node)
end

-- Returns the best fit: the nearest by rating, and among equals the player who has waited longest. Only the next few
-- ratings are looked at.
local function best_for(entry, few, steps)
  local far, known, best, difference = reach(entry, steps), {}, nil, nil
  for game, rating in pairs(entry.games) do
    local key = at .. 'game:' .. game
    local near = redis.call('ZRANGEBYSCORE', key, rating, '+inf', 'LIMIT', 0, few + 1)
    for _, player in ipairs(redis.call('ZREVRANGEBYSCORE', key, '(' .. rating, '-inf', 'LIMIT', 0, few)) do
      near[#near + 1] = player
    end
    for _, player in ipairs(near) do
      if known[player] == nil then
        local other = entry_of(player)
        known[player] = other and may_meet(entry, other) and other or false
      end
      local other = known[player]
      if other then
        local away = math.abs(rating - other.games[game])
        local nearer = not best or away < difference or (away == difference and other.since < best.since)
        if nearer and away <= math.max(far, reach(other, steps)) then best, difference = other, away end
      end
    end
  end
  return best
end

-- Returns one of the games that both like and in which they are near enough.
local function game_for(one, other, steps)
  local far, games = math.max(reach(one, steps), reach(other, steps)), {}
  for game, rating in pairs(one.games) do
    local theirs = other.games[game]
    if theirs and math.abs(rating - theirs) <= far then games[#games + 1] = game end
  end
  table.sort(games)
  return games[1 + time[2] % #games]
end

-- seek SEEKER ANEW MOST FEW STEPS PAIR LASTS: lets somebody wait, or look again, and makes a pair if somebody fits.
local function seek(text, anew, most, few, steps, new_pair, lasts)
  local entry = cjson.decode(text)
  local id, pair = pair_of(entry.player)
  if id then
    if not anew then return {'pairing'} end
    if pair.room then
      part(id, pair)  -- that game was never told of here; its room frees the seat
    else
      for number, old in ipairs(pair.seats) do
        if old.player == entry.player then
          entry.since = old.since
          pair.seats[number] = entry
        end
      end
      redis.call('HSET', PAIRS, id, cjson.encode(pair))
      return {'pairing'}
    end
  end
  local old = entry_of(entry.player)
  if old and old.seek ~= entry.seek then
    if not anew then return {'replaced'} end
    if old.node ~= node then redis.call('RPUSH', at .. 'news:' .. old.node, cjson.encode({gone = old.seek})) end
  elseif not old and redis.call('HLEN', WAITING) >= most then
    return {'full'}
  end
  if old then remove(old) end
  entry.since = old and old.since or now
  local other = best_for(entry, few, steps)
  if not other then
    add(entry)
    return {'waiting'}
  end
  remove(other)
  local made = {id = new_pair, node = node, game = game_for(entry, other, steps), seats = {entry, other}}
  redis.call('HSET', PAIRS, new_pair, cjson.encode(made))
  redis.call('HSET', PAIRED, entry.player, new_pair, other.player, new_pair)
  redis.call('ZADD', UNTIL, now + lasts, new_pair)
  return {'paired', cjson.encode(made)}
end

-- leave PLAYER SEEK: ends a search, and the pair if it has no room yet.
local function leave(player, seek)
  local entry = entry_of(player)
  if entry and entry.seek == seek then
    remove(entry)
    return 'left'
  end
  local id, pair = pair_of(player)
  if not id then return 'gone' end
  for _, seat in ipairs(pair.seats) do
    if seat.player == player and seat.seek ~= seek then return 'gone' end
  end
  if pair.room then return 'opened' end
  part(id, pair, player)
  return 'left'
end

-- opened PAIR ROOM KEPT: says in which room a pair plays. Returns 0 if there is no such pair any more.
local function opened(id, room, kept)
  local text = redis.call('HGET', PAIRS, id)
  local pair = text and cjson.decode(text)
  if not pair or pair.room then return 0 end
  pair.room = room
  local told = cjson.encode(pair)
  redis.call('HSET', PAIRS, id, told)
  redis.call('ZADD', UNTIL, now + kept, id)
  local nodes = {}
  for _, seat in ipairs(pair.seats) do nodes[seat.node] = true end
  for other in pairs(nodes) do
    redis.call('RPUSH', at .. 'news:' .. other, told)
  end
  return 1
end

-- Returns the number of waiting players who may not meet this player, and the number of them who wait for a game. Of
-- each mark AT_ONCE are looked at.
local function kept_apart(player, game)
  local entry, seen, all, here = entry_of(player), {[player] = true}, 0, 0
  for _, mark in ipairs(entry and entry.apart or {}) do
    local key = at .. 'apart:' .. mark
    for _, other in ipairs(redis.call('SRANDMEMBER', key, AT_ONCE)) do
      if not seen[other] then
        seen[other] = true
        if redis.call('HEXISTS', WAITING, other) == 0 then
          redis.call('SREM', key, other)  -- a node of an earlier version has let it go
        else
          all = all + 1
          if game ~= '' and redis.call('ZSCORE', at .. 'game:' .. game, other) then here = here + 1 end
        end
      end
    end
  end
  return {all, here}
end

-- beat SEEN GAMES ASKED: says that the node lives and has seen SEEN news. Returns the numbers of players who wait: in
-- all, at this node, and for each of these games; further news; and for each player and game of ASKED, as `kept_apart`
-- does, the players kept apart.
local function beat(seen, games, asked)
  local news = at .. 'news:' .. node
  if seen > 0 then redis.call('LTRIM', news, seen, -1) end
  local counts = {}
  for number, game in ipairs(games) do counts[number] = redis.call('ZCARD', at .. 'game:' .. game) end
  local here = redis.call('SCARD', at .. 'node:' .. node)
  local apart = {}
  for number, who in ipairs(asked) do apart[number] = kept_apart(who[1], who[2]) end
  return {redis.call('HLEN', WAITING), here, counts, redis.call('LRANGE', news, 0, AT_ONCE - 1), apart}
end

-- told PLAYER...: forgets that these people are in pairs: they know their room.
local function told(from)
  for number = from, #ARGV do redis.call('HDEL', PAIRED, ARGV[number]) end
  return #ARGV - from + 1
end

redis.call('ZADD', NODES, now + lease, node)
tidy()
if command == 'seek' then
  local steps = cjson.decode(ARGV[8])
  return seek(ARGV[4], ARGV[5] == '1', tonumber(ARGV[6]), tonumber(ARGV[7]), steps, ARGV[9], tonumber(ARGV[10]))
elseif command == 'leave' then
  return leave(ARGV[4], ARGV[5])
elseif command == 'opened' then
  return opened(ARGV[4], ARGV[5], tonumber(ARGV[6]))
elseif command == 'beat' then
  return beat(tonumber(ARGV[4]), cjson.decode(ARGV[5]), cjson.decode(ARGV[6]))
elseif command == 'told' then
  return told(4)
end
return redis.error_reply('no such command: ' .. command)
