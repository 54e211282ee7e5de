import type { Texts } from '../texts.ts';

/** French: how well the gateway's own radio reaches the inverters. */
export const texts: Texts['radio'] = {
  intro: 'Comment la radio de cette passerelle atteint chaque onduleur, compté depuis le démarrage.',
  chip: 'Module radio',
  state: 'Module',
  inverters: 'Onduleurs',
  states: {
    works: 'fonctionne',
    simulated: 'simulé',
    silent: 'ne répond pas',
    limited: 'fonctionne, avec un problème',
  },
  hops: 'Changements de canal',
  lateness: (half, most, worst) =>
    `la moitié avec ${half} de retard au plus, 99 sur 100 avec ${most} au plus, le pire ${worst}`,
  onTime: 'à l’heure',
  late: 'en retard',
  lateWhy:
    'Les changements viennent trop tard, donc des paquets sont manqués. Autre chose occupe cet ordinateur, ou la passerelle n’a pas droit à la priorité temps réel. Le guide de la radio dit comment l’autoriser.',
  faults: {
    'silent-low':
      'Le module ne répond pas : sa sortie est toujours à 0. Vérifiez son alimentation (3,3 V, avec un condensateur), la sélection du circuit et MISO.',
    'silent-high':
      'Le module ne répond pas : sa sortie est toujours à 1. Vérifiez la sélection du circuit et MISO.',
    'no-memory':
      'Le module ne garde pas ce qu’on y écrit. Vérifiez MOSI et SCK ; deux fils sont peut-être inversés.',
    'not-plus':
      'Le module n’est pas un nRF24L01+. Sans le plus, il ne sait pas faire 250 kbit/s, donc aucun onduleur ne le comprend.',
    'no-irq': 'Le module fonctionne, mais sa broche IRQ n’arrive pas à cet ordinateur. Vérifiez ce fil.',
    'no-ce': 'Le module ne dit jamais qu’un paquet est parti. Vérifiez le fil de la broche CE.',
    lost: 'Le module a oublié ses réglages : il a été un instant sans courant. Il a été réglé à nouveau. Si cela se répète, vérifiez l’alimentation et le condensateur.',
    'not-linux': 'Un module radio ne marche qu’avec Linux, et cet ordinateur utilise autre chose.',
    'no-koffi':
      'La partie du programme qui parle au module n’a pas pu être chargée. Installez à nouveau la passerelle.',
    'spi-off':
      'Il n’y a pas de tel périphérique SPI. Activez SPI : sudo raspi-config, Interface Options, SPI. Puis redémarrez l’ordinateur.',
    'spi-rights':
      'La passerelle n’a pas le droit d’utiliser SPI. Ajoutez son utilisateur au groupe spi et redémarrez-la.',
    'spi-busy': 'Un autre programme utilise le module. Arrêtez-le ; la passerelle réessaie d’elle-même.',
    'spi-refused':
      'Le périphérique SPI ne fait pas ce dont le module a besoin. Vérifiez que son adresse est juste.',
    'gpio-missing': 'Aucun périphérique n’a ces broches. Vérifiez les numéros des broches.',
    'gpio-rights':
      'La passerelle n’a pas le droit d’utiliser les broches. Ajoutez son utilisateur au groupe gpio et redémarrez-la.',
    'ce-unknown': 'Il n’y a pas de broche avec le numéro réglé pour CE.',
    'irq-unknown': 'Il n’y a pas de broche avec le numéro réglé pour IRQ.',
    'ce-taken':
      'Autre chose utilise la broche réglée pour CE. Prenez-en une autre, ou arrêtez l’autre programme.',
    'irq-taken':
      'Autre chose utilise la broche réglée pour IRQ. Prenez-en une autre, ou arrêtez l’autre programme.',
    'pins-not-set':
      'D’après le profil de broches choisi, des broches du module ne sont pas reliées. Choisissez-en un autre sous Gestion de l’appareil.',
    'thread-ended':
      'Ce qui pilote le module s’est arrêté de lui-même. C’est relancé ; le journal en dit plus.',
    'thread-hangs': 'Ce qui pilote le module ne répond plus. C’est relancé ; le journal en dit plus.',
  },
  none: 'La radio n’a pas d’onduleurs.',
  noneNext: 'Ajoutez-les sous Paramètres, Onduleurs.',
  verdicts: {
    early: 'trop tôt pour le dire',
    good: 'bien reçu',
    fair: 'reçu',
    poor: 'mal reçu',
    silent: 'muet',
  },
  advice: {
    early: 'Attendez encore quelques réponses.',
    good: 'Rien à faire.',
    fair: 'Quelques paquets ont dû être envoyés à nouveau. C’est habituel à distance et ne coûte que du temps.',
    unheard:
      'Beaucoup de paquets n’atteignent pas l’onduleur. Rapprochez la passerelle ou mettez-la en vue du toit, ou augmentez la puissance d’émission sous DTU.',
    broken:
      'L’onduleur entend la passerelle, mais des parties de ses réponses se perdent. Rapprochez la passerelle, loin des routeurs Wi-Fi, des appareils USB 3 et du métal. Plus de puissance d’émission n’aide pas ici.',
    unanswered:
      'L’onduleur confirme les paquets, mais souvent il ne répond pas. Une autre passerelle lui parle peut-être en même temps.',
    silent:
      'Il ne répond pas. Dans l’obscurité, c’est normal. De jour, vérifiez son numéro de série, et si la passerelle est assez proche.',
  },
  facts: {
    answered: 'Avec réponse',
    acknowledged: 'Confirmés',
    tries: 'Envois par paquet',
    missed: 'Parties manquées',
    again: 'Redemandé',
    signal: 'Réception',
  },
  of: (part, whole) => `${part} sur ${whole}`,
  times: (count) => `${count} fois`,
  perAnswer: (count) => `${count} par réponse`,
  before: (mode, percent, count) => `${mode} : ${percent} de ${count} avec réponse depuis le démarrage.`,
  modes: { rigid: 'En créneaux', free: 'Comme l’original' },
  testTitle: 'Auto-test',
  testIntro:
    'Envoie un paquet à personne et écoute une seconde. Pendant ce temps, les onduleurs sont interrogés un peu plus tard.',
  testStart: 'Tester maintenant',
  testing: 'La radio est en cours de test.',
  tested: {
    simulated: 'La radio est simulée, il n’y a donc pas de fils à vérifier.',
    module: 'Le module a répondu et c’est un nRF24L01+.',
    when: (ago) => `Testé il y a ${ago}.`,
    silent: 'Le module n’a pas répondu, rien n’a donc pu être envoyé.',
    sent: (times: string) => `Il envoie et le signale : ${times}, à personne.`,
    notSent:
      'Il n’a pas signalé qu’un paquet est parti. Testez encore une fois ; si cela reste ainsi, vérifiez les fils de CE et IRQ.',
    listened: (packets: string) => `Il écoute : ${packets} en une seconde. Aucun, c’est normal.`,
    packets: (count: number, text: string) => `${text} ${count < 2 ? 'paquet' : 'paquets'}`,
  },
  hopTitle: 'Changement de canaux',
  hopMode: 'La radio change',
  hopOptions: {
    rigid: 'Dans les créneaux de la radio des onduleurs (conseillé)',
    free: 'Toutes les 4 ms, comme l’original',
  },
  hopHint:
    'Les deux façons atteignent tous les onduleurs. On compte pour chacune à part, pour que vous puissiez comparer : laissez chacune un jour.',
  meaning: 'Ce que les nombres veulent dire',
  meanings: {
    answered: 'Questions et ordres auxquels une réponse entière est venue.',
    acknowledged:
      'Paquets que la radio de l’onduleur a confirmés. Sans cela, il peut quand même les avoir entendus.',
    tries:
      'Combien de fois un paquet est parti jusqu’à sa confirmation ou son abandon. Jusqu’à dix est habituel, car l’onduleur n’écoute qu’un canal sur cinq à la fois.',
    missed: 'Parties de réponses qui n’ont pas été entendues tout de suite.',
    again: 'Combien de fois la passerelle a redemandé une telle partie.',
    signal:
      'La force de réception de l’onduleur. Un nRF24L01+ ne la mesure pas, elle n’est donc là qu’avec d’autres modules.',
  },
};
