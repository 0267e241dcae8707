/** Français : la crapette. */

import type { Texts } from './bank'

export const fr: Texts = {
  'own.reserve': 'Votre réserve',
  'own.waste': 'Votre rebut',
  'own.stock': 'Votre talon',
  reserve: 'Réserve de {name}',
  waste: 'Rebut de {name}',
  stock: 'Talon de {name}',
  house: 'maison {n}',
  task: 'À vous : jouez, puis retournez une carte. La poser sur votre rebut finit le tour.',
  'say.moved': '{name} : {card} → {place}',
  'say.turned': '{name} : {card} retourné',
  'say.stopped': '{name} : « Stop ! » Un coup manquait : {place}',
  'say.called': '{name} : « Stop ! » Mais rien ne manquait',
  'settled.called': 'Un coup obligatoire oublié peut être arrêté.',
  'settled.enforced': 'Les coups obligatoires ne peuvent pas être oubliés.',
  'help.reserve': 'prendre la première carte de votre réserve',
  'help.pointer': 'Pressez une carte pour la jouer où elle va, ou faites-la glisser. Pressez votre talon pour retourner une carte.',
}
