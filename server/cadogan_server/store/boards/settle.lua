-- Sorts waiting values into a group of boards. Any node may call it at any time. Returns the number of players who may still wait.
-- KEYS: `places` of `settle` in waiting.lua
-- ARGV: the group's name; the times at which its boards expire, as msgpack; the number of waiting players to sort in
return settle(KEYS, ARGV[1], cmsgpack.unpack(ARGV[2]), tonumber(ARGV[3]), {})
