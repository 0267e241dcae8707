// Opens a room for one, plays twenty moves, gives up, prints the result: `node race.mjs ws://localhost:8000/ws`.
// Browsers and Node 22 have a WebSocket of their own; Node 20 has one behind --experimental-websocket.
const url = globalThis.process?.argv[2] ?? 'ws://localhost:8000/ws'
const socket = new WebSocket(url, ['cadogan.2.json'])
let [id, made, legal] = [0, 0, []]
const ask = (type, fields = {}) => socket.send(JSON.stringify({ type, id: ++id, ...fields }))

socket.onopen = () => {
  ask('hello', { name: 'Ada' })
  ask('create', { game: 'klondike_draw1', rules: { seats: 1, public: false } })
  ask('ready') // without the promise of a nonce the countdown ends by itself
}
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.type === 'error') throw new Error(message.message)
  if (message.type === 'update' && message.results) {
    const [row] = message.results.rows
    console.log(`${row.name}: ${row.progress} cards home in ${row.moves} moves`)
    return socket.close()
  }
  // moved: all legal moves; step: how your own move has changed them
  if (message[0] === 3) legal = message[3]
  else if (message[0] === 2) legal = [...legal.filter((_, place) => !message[4].includes(place)), ...message[5]]
  else return
  if (legal.length && made < 20) {
    made += 1
    socket.send(JSON.stringify(['m', ++id, legal[0]]))
  } else ask('stand')
}
