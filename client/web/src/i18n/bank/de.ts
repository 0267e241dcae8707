/** Deutsch: Russische Bank. */

import type { Texts } from './bank'

export const de: Texts = {
  'own.reserve': 'Deine Reserve',
  'own.waste': 'Deine Ablage',
  'own.stock': 'Dein Talon',
  reserve: 'Reserve von {name}',
  waste: 'Ablage von {name}',
  stock: 'Talon von {name}',
  house: 'Haus {n}',
  task: 'Du bist am Zug: Spiel und deck dann auf. Legst du die Karte ab, endet der Zug.',
  'say.moved': '{name}: {card} → {place}',
  'say.turned': '{name}: {card} aufgedeckt',
  'say.stopped': '{name}: „Stopp!“ Ein Zug fehlte: {place}',
  'say.called': '{name}: „Stopp!“ Aber es fehlte nichts',
  'settled.called': 'Wer einen Zug übersieht, der vorgeht, darf gestoppt werden.',
  'settled.enforced': 'Züge, die vorgehen, lassen sich nicht übersehen.',
  'help.reserve': 'die oberste Karte deiner Reserve nehmen',
  'help.pointer': 'Drück auf eine Karte, um sie dorthin zu spielen, wo sie passt, oder zieh sie. Drück auf deinen Talon, um aufzudecken.',
}
