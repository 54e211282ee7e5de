import type { Texts } from '../texts.ts';

/** French: the rule by the meter, and what is safe. */
export const rule: Texts['house']['rule'] = {
  title: 'Règle selon le compteur',
  intro:
    'Les onduleurs donnent ce que la maison consomme, pour que le compteur indique ce que vous voulez. Sans compteur, pas de règle.',
  meterPower: 'Voulu au compteur',
  meterPowerHint: '0 : rien n’est injecté. 20 garde un peu de distance. -800 laisse injecter 800 W.',
  hysteresis: 'Plus petit changement valant une commande',
  margin: 'Marge quand le soleil freine un onduleur',
  target: 'Pour',
  safePower: 'Puissance sûre de tous ensemble',
  safePowerHint: 'Pas plus quand le compteur ou la passerelle est en panne.',
  off: 'La règle n’est pas armée : elle ne change rien.',
  armed: 'La règle est armée.',
  failSafe: 'La puissance sûre s’applique, car le compteur n’indique rien.',
  failSafeStays:
    'La puissance sûre s’applique encore. La règle prend le relais dès que chaque onduleur a été lu et que le compteur a indiqué une valeur après cela, le plus souvent en moins d’une demi-minute.',
  failSafeAlone: 'La puissance sûre s’applique jusqu’à ce que la règle ait de nouveau un onduleur.',
  reasons: {
    'fed-in-too-much': 'On injecte plus que voulu : les onduleurs sont abaissés.',
    'taken-too-much': 'La maison prend plus que voulu : les onduleurs sont relevés.',
    'limit-unknown': 'Ce qu’un onduleur peut donner n’est pas connu : on le lui dit.',
    'meter-stale': 'Le compteur n’indique rien.',
    'no-inverter': 'Aucun de ces onduleurs ne répond.',
    'held-by-others': 'Quelqu’un de rang supérieur tient tous les onduleurs qui répondent.',
    'order-pending': 'Elle attend qu’un onduleur confirme sa commande.',
    'reading-older': 'Elle attend les prochaines valeurs d’un onduleur.',
    'meter-older': 'Elle attend la prochaine valeur du compteur.',
    'within-hysteresis': 'Le compteur indique ce qui est voulu.',
    'all-given': 'Les onduleurs donnent tout ce qu’ils peuvent.',
    capped: 'La maison prend plus que voulu, mais le plafond d’un groupe n’en permet pas plus.',
  },
  wouldBe: 'Ce qu’elle ferait maintenant :',
  dry: {
    title: 'Ce qu’elle aurait fait',
    run: 'L’essayer avec ce qui a été enregistré',
    running: 'Les jours enregistrés sont parcourus …',
    recorded: (days: number, length: string) =>
      `${days === 1 ? 'Un jour enregistré' : `${days} jours enregistrés`}, dont ${length} où installation et compteur sont connus`,
    live: (since: string, length: string) => `En direct depuis ${since}, ${length}`,
    was: 'Comme c’était',
    withRule: 'Avec la règle',
    exported: 'Injecté',
    thrownAway: 'Perdu pour la maison',
    ordersADay: 'Commandes par jour',
    orders: 'Commandes',
    problems: {
      'nothing-recorded':
        'Rien n’est encore enregistré où installation et compteur sont tous deux connus. Une heure de jour avec le compteur suffit pour une première idée.',
      busy: 'Un autre essai à blanc est en cours. Réessayez dans une minute.',
    },
    note: 'Rien n’est commandé pour cela. Les onduleurs comptent pour un seul, et tant qu’ils étaient déjà limités, ils auraient pu donner plus que personne ne sait.',
  },
  arm: 'Armer la règle',
  obstacles: {
    'no-meter': 'Elle ne peut pas être armée : il n’y a pas de compteur. Configurez-en un d’abord.',
    'meter-silent': 'Elle ne peut pas être armée maintenant : le compteur n’indique rien.',
    'no-inverter': 'Elle ne peut pas être armée : il n’y a aucun onduleur auquel elle s’applique.',
    'no-answer':
      'Elle ne peut pas être armée maintenant : aucun onduleur ne répond. La nuit, aucun ne répond.',
  },
  armIt: 'Armer',
  arming: 'Armement …',
  armTitle: 'Armer la règle ?',
  disarm: 'Désarmer la règle',
  disarmAsk:
    'Les onduleurs retrouvent leurs limites d’avant, les permanentes aussi. Cela use un peu leur mémoire.',
  disarming: 'Désarmement …',
  before: (watts, seconds) => [
    `Si le compteur, son broker ou son réseau tombe en panne, les onduleurs sont ensemble à ${watts} en ${seconds} s.`,
    `Si le programme de la passerelle s’arrête, il est relancé, et ${watts} est la première chose qu’il commande : là aussi en ${seconds} s.`,
    `Si le réseau entre la passerelle et les onduleurs tombe en panne, personne ne peut rien commander. Les onduleurs gardent leur dernière limite jusqu’à son retour ; ensuite il faut au plus ${seconds} s.`,
    `Si la machine de la passerelle s’arrête, les onduleurs gardent leur dernière limite jusqu’à leur redémarrage, au plus tard le lendemain matin, puis se réveillent avec ${watts}.`,
    `Pour cela, ${watts} devient leur limite permanente : une fois, puis seulement si vous changez la puissance sûre ou si la règle vaut pour davantage d’onduleurs. Chaque fois use un peu leur mémoire. Jusqu’à ce que tous l’aient acceptée et aient été lus, une demi-minute le plus souvent, ${watts} s’applique. Désarmer rétablit la limite permanente d’avant.`,
  ],
  silent: (names) =>
    `Ceux-ci ne répondent pas en ce moment : ${names}. Ils recevront leur limite permanente dès qu’ils répondront ; jusque-là, ils peuvent se réveiller avec celle d’avant.`,
  owed: (names) =>
    `Recevront la puissance sûre comme limite permanente dès qu’ils répondront : ${names}. Jusque-là, ils peuvent se réveiller avec celle d’avant.`,
  owedBack: (names) => `Retrouveront leur limite permanente d’avant dès qu’ils répondront : ${names}.`,
  overruled: (names) =>
    `Une limite permanente a été commandée depuis : ${names} se réveillera avec elle, et non avec la puissance sûre. Désarmer puis réarmer la règle change cela.`,
  rewritten: (watts) =>
    `En enregistrant, ${watts} devient la limite permanente, ce qui use une fois de plus la mémoire de chaque onduleur.`,
  addedLater:
    'Les onduleurs pour lesquels la règle ne valait pas encore reçoivent aussi une limite permanente. S’il ne reste rien pour eux, la mémoire des autres est usée une fois de plus.',
  safePowerIsAll: (most: string) =>
    `La puissance sûre est tout ce dont ces onduleurs sont capables (${most}) : le repli de sécurité ne baisserait rien. Réglez-en d’abord une plus faible.`,
  noSafePower:
    'Avec une puissance sûre de 0 W, rien n’est injecté ni utilisé tant que le compteur est en panne. Comme limite permanente, un onduleur n’accepte pas moins d’un millième de ce qu’il peut.',
  test: 'Tester le repli de sécurité',
  testCancel: 'Annuler l’essai',
  testing: 'La règle agit comme si le compteur était en panne …',
  tested: (seconds) => `Testé : à la puissance sûre après ${seconds} s.`,
  testFailed: 'Testé : les onduleurs ne sont pas descendus à temps à la puissance sûre.',
  failed: 'La règle ne peut pas être lue.',
  results: {
    19101: 'La puissance voulue au compteur doit être comprise entre {min} et {max} watts !',
    19102: 'L’hystérésis doit être comprise entre {min} et {max} watts !',
    19103: 'La marge doit être comprise entre {min} et {max} pour cent !',
    19104: 'La règle est armée !',
    19105: 'La règle n’est plus armée !',
    19106: 'Le compteur n’indique rien, la règle ne peut donc pas être armée !',
    19107: 'Aucun onduleur du groupe ne répond, la règle ne peut donc pas être armée !',
    19108: 'La règle n’est pas armée !',
    19109: 'Le test du repli de sécurité est en cours !',
    19110: 'La puissance sûre doit être comprise entre {min} et {max} watts !',
    19111: 'Il n’y a pas de compteur, la règle ne peut donc pas être armée !',
    19112: 'Il n’y a aucun onduleur auquel la règle s’applique !',
    19113: 'Le test du repli de sécurité a été annulé !',
    19114: 'Le repli de sécurité n’est pas en cours de test !',
    19115: 'La règle armée suit le compteur : désarmez-la d’abord !',
    19201: 'Le compteur peut être lu toutes les {min} à {max} secondes !',
    19202: 'Le numéro d’unité du compteur doit être compris entre {min} et {max} !',
    19203: 'Le compteur peut être multiplié par {min} à {max} !',
    19204: 'Le topic doit compter de 1 à {max} octets, sans + ni # !',
    19301:
      'Le silence après lequel une limite par Modbus se termine doit être compris entre {min} et {max} secondes !',
  },
  names: { armed: 'Armée', schedule: 'Ligne du programme horaire', cap: 'Plafond pour tous ensemble' },
};
