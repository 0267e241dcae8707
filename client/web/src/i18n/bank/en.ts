/** English: Russian Bank. */

export const en = {
  'own.reserve': 'Your reserve',
  'own.waste': 'Your waste',
  'own.stock': 'Your stock',
  reserve: 'Reserve of {name}',
  waste: 'Waste of {name}',
  stock: 'Stock of {name}',
  house: 'house {n}',
  task: 'Your turn: play, then turn a card. Laying it on your waste ends the turn.',
  'say.moved': '{name}: {card} → {place}',
  'say.turned': '{name}: {card} turned up',
  'say.stopped': '{name}: “Stop!” A play was missed: {place}',
  'say.called': '{name}: “Stop!” But nothing was missed',
  'settled.called': 'A missed play that comes first may be stopped.',
  'settled.enforced': 'Plays that come first can’t be missed.',
  'help.reserve': 'pick the top card of your reserve',
  'help.pointer': 'Press a card to play it where it fits, or drag it. Press your stock to turn a card.',
}
