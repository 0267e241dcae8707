/** Deutsch: die Fehler eines Duells. */

import type { Texts } from './mistakes'

export const de: Texts = {
  title: 'Fehler',
  again: 'Noch einmal fragen',
  queued_one: 'Der Server sieht sich zuerst {n} anderes Spiel an.',
  queued_other: 'Der Server sieht sich zuerst {n} andere Spiele an.',
  running: 'Unser starker Bot geht alle Züge durch …',
  unavailable: 'Dieses Duell wird nicht analysiert: Niemand hat gezogen, andere spielen die Karten vielleicht noch, die Regeln sind alt, oder dieser Server hat keinen Löser.',
  failed: 'Die Analyse ist gescheitert. Du kannst noch einmal fragen.',
  none: 'Keine Fehler: Unser starker Bot hätte nirgends besser gespielt.',
  some_one: '{n} Fehler. Der Bot sieht nicht mehr, als der Spieler sah, und seine Gewinnchancen sind geschätzt.',
  some_other: '{n} Fehler, die größten zuerst. Der Bot sieht nicht mehr, als der Spieler sah, und seine Gewinnchancen sind geschätzt.',
  list: 'Die größten Fehler',
  loss: '−{n} %',
  move: 'Zug {n} von {of}',
  best: 'Besser',
  asBot: 'Der Bot hätte nicht besser gespielt.',
  chance: 'Gewinnchance: {n} %',
  fell: 'Gewinnchance: {from} %, danach {to} %',
  next: 'Nächster Zug',
  before: 'Voriger Zug',
}
