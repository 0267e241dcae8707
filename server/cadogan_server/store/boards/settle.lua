-- Sorts what waits into a group of boards. It may be called by anybody at any time. Returns how many may still wait.
-- KEYS: `places` of `settle` in waiting.lua
-- ARGV: the group's name; when its boards go, as msgpack; how many of those who wait
return settle(KEYS, ARGV[1], cmsgpack.unpack(ARGV[2]), tonumber(ARGV[3]), {})
