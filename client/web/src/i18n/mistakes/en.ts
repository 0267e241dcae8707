/** English: the mistakes of a duel. */

export const en = {
  title: 'Mistakes',
  again: 'Ask again',
  queued_one: 'The server looks at {n} other game first.',
  queued_other: 'The server looks at {n} other games first.',
  running: 'Our good bot goes through every move…',
  unavailable: 'This duel isn’t analysed: nobody has made a move, others may still play its deal, its rules are old, or this server has no solver.',
  failed: 'The analysis has failed. You can ask again.',
  none: 'No mistakes: our good bot would not have played better anywhere.',
  some_one: '{n} mistake. The bot sees no more than the player saw, and its chances to win are estimates.',
  some_other: '{n} mistakes, the greatest first. The bot sees no more than the player saw, and its chances to win are estimates.',
  list: 'The greatest mistakes',
  loss: '−{n}%',
  move: 'Move {n} of {of}',
  best: 'Better',
  asBot: 'The bot would have played no better.',
  chance: 'Chance to win: {n}%',
  fell: 'Chance to win: {from}%, then {to}%',
  next: 'Next move',
  before: 'Previous move',
}
