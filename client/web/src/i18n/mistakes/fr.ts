/** Français : les fautes d’un duel. */

import type { Texts } from './mistakes'

export const fr: Texts = {
  title: 'Fautes',
  again: 'Demander à nouveau',
  queued_one: 'Le serveur examine d’abord {n} autre partie.',
  queued_other: 'Le serveur examine d’abord {n} autres parties.',
  running: 'Notre bot fort reprend chaque coup…',
  unavailable: 'Ce duel n’est pas analysé : personne n’a joué, d’autres jouent peut-être encore sa donne, ses règles sont anciennes, ou ce serveur n’a pas de solveur.',
  failed: 'L’analyse a échoué. Vous pouvez la redemander.',
  none: 'Aucune faute : notre bot fort n’aurait mieux joué nulle part.',
  some_one: '{n} faute. Le bot ne voit que ce que le joueur voyait, et ses chances de gagner sont des estimations.',
  some_other: '{n} fautes, les plus graves d’abord. Le bot ne voit que ce que le joueur voyait, et ses chances de gagner sont des estimations.',
  list: 'Les fautes les plus graves',
  loss: '−{n} %',
  move: 'Coup {n} sur {of}',
  best: 'Mieux',
  asBot: 'Le bot n’aurait pas mieux joué.',
  chance: 'Chance de gagner : {n} %',
  fell: 'Chance de gagner : {from} %, puis {to} %',
  next: 'Coup suivant',
  before: 'Coup précédent',
}
