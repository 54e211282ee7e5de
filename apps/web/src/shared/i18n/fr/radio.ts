import type { Texts } from '../texts.ts';

const GROUPS =
  'Ajoutez son utilisateur aux groupes (sudo usermod -aG spi,gpio USER) et relancez-la dans une nouvelle session ; à un service ou à un conteneur, il faut donner le périphérique.';
const otherPin = (flag: string) => `choisissez-en une autre avec ${flag} ou dans la gestion de l’appareil`;
const inBrackets = (detail: string) => (detail === '' ? '' : ` (${detail})`);
const holder = (detail: string) => (detail === '' ? 'un autre programme ou pilote' : `« ${detail} »`);

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
    'Les changements viennent trop tard, donc des paquets sont manqués. Autre chose occupe cet ordinateur, ou la passerelle n’a pas droit à la priorité temps réel.',
  lateGuide: 'Autoriser la priorité temps réel',
  faults: {
    'silent-low': ({ spi }) =>
      `Le module radio ne répond pas : MISO reste toujours bas (low). Vérifiez son alimentation (3,3 V, avec un condensateur), sa masse, la sélection du circuit (${spi}) et MISO, et si MISO et MOSI sont inversés.`,
    'silent-high': ({ spi }) =>
      `Le module radio ne répond pas : MISO reste toujours haut (high). Vérifiez la sélection du circuit (${spi}), si MISO touche le 3,3 V ou MOSI, et si MISO et MOSI sont inversés.`,
    'no-memory': ({ spi }) =>
      `Le module radio (${spi}) ne garde pas ce qu’on y écrit. Vérifiez MOSI et SCK, et si deux fils sont inversés.`,
    'not-plus': () =>
      'Le module radio n’est pas un nRF24L01+. Sans le plus, il ne sait pas faire 250 kbit/s, donc aucun onduleur ne le comprend : prenez-en un avec le plus.',
    'no-irq': ({ irq }) =>
      `Le module radio fonctionne, mais un paquet est parti et IRQ n’est pas descendu. Vérifiez le fil de son IRQ vers ${irq}.`,
    'no-ce': ({ ce, irq }) =>
      `Le module radio ne dit jamais qu’un paquet est parti. Vérifiez le fil de ${ce} vers son CE, et s’il est inversé avec celui de IRQ (${irq}).`,
    lost: ({ spi }) =>
      `Le module radio (${spi}) a oublié ses réglages : son alimentation ou un fil a été coupé. Il sera réglé à nouveau dès qu’il répond. Si cela se répète, vérifiez ses fils, son 3,3 V et le condensateur (10 à 100 µF).`,
    'not-linux': () =>
      'Un module radio a besoin de Linux, et cet ordinateur utilise autre chose. Démarrez sans --radio nrf24.',
    'no-koffi': ({ detail }) =>
      `Le paquet koffi, par lequel on atteint SPI et les broches, ne peut pas être chargé${inBrackets(detail)}. Dans le dossier qui contient apps, lancez npm install --no-save koffi@3.3.4 (avec un Node antérieur à 22.13 : npm install --no-save koffi@3.3.4 libsql@0.5.29).`,
    'spi-off': ({ spi }) =>
      `Il n’y a pas de périphérique SPI ${spi}. Activez SPI (sudo raspi-config, Interface Options, SPI) et redémarrez l’ordinateur, ou nommez un autre périphérique avec --spi.`,
    'spi-rights': ({ spi }) => `La passerelle n’a pas le droit d’utiliser ${spi}. ${GROUPS}`,
    'spi-busy': ({ spi }) =>
      `${spi} est occupé. Arrêtez l’autre programme qui le pilote, ou nommez un autre périphérique avec --spi.`,
    'spi-refused': ({ spi, detail }) =>
      `${spi} ne fait pas ce que font les périphériques SPI${inBrackets(detail)}. Nommez le bon avec --spi.`,
    'gpio-missing': ({ detail }) =>
      `Aucun périphérique GPIO n’a les broches du connecteur${inBrackets(detail)}. Nommez-le avec la broche, comme --ce-pin /dev/gpiochip0:25 et --irq-pin /dev/gpiochip0:24.`,
    'gpio-rights': ({ detail }) =>
      `La passerelle n’a pas le droit d’utiliser le périphérique GPIO${inBrackets(detail)}. ${GROUPS}`,
    'ce-unknown': ({ ce, detail }) =>
      `La broche de CE, ${ce}, n’est pas utilisable${inBrackets(detail)} : ${otherPin('--ce-pin')}.`,
    'irq-unknown': ({ irq, detail }) =>
      `La broche de IRQ, ${irq}, n’est pas utilisable${inBrackets(detail)} : ${otherPin('--irq-pin')}.`,
    'ce-taken': ({ ce, detail }) =>
      `La broche de CE, ${ce}, est prise par ${holder(detail)} : arrêtez cela, ou ${otherPin('--ce-pin')}.`,
    'irq-taken': ({ irq, detail }) =>
      `La broche de IRQ, ${irq}, est prise par ${holder(detail)} : arrêtez cela, ou ${otherPin('--irq-pin')}.`,
    'pins-not-set': () =>
      'D’après le profil de broches choisi, CE ou IRQ n’est pas relié : choisissez-en un autre dans la gestion de l’appareil, ou donnez --ce-pin et --irq-pin.',
    'pins-not-spi': () =>
      'Le profil de broches choisi ne correspond à aucun SPI d’un Raspberry Pi. Le premier a MISO 9, MOSI 10, SCK 11 et la sélection de puce 8 ou 7, le second MISO 19, MOSI 20, SCK 21 et la sélection de puce 18, 17 ou 16 : choisissez-en un autre dans la gestion de l’appareil, ou nommez le périphérique avec --spi.',
    'pins-of-spi': ({ spi, ce, irq }) =>
      `CE (${ce}) ou IRQ (${irq}) est à une broche dont SPI a lui-même besoin (${spi}) : choisissez-en une autre avec --ce-pin ou --irq-pin, ou dans la gestion de l’appareil.`,
    'pins-same': ({ ce }) =>
      `CE et IRQ ont la même broche, ${ce}, mais à chacun il faut la sienne : choisissez-en une autre avec --ce-pin ou --irq-pin, ou dans la gestion de l’appareil.`,
    'thread-ended': ({ detail }) =>
      `Ce qui pilote le module radio s’est arrêté de lui-même${inBrackets(detail)}. C’est relancé. Dites-le-nous, avec cette phrase.`,
    'thread-hangs': ({ spi }) =>
      `Ce qui pilote le module radio ne répond plus, sans doute parce que le pilote de ${spi} est bloqué. C’est relancé.`,
  },
  none: 'La radio n’a pas d’onduleurs.',
  noneNext: 'Ajoutez-les sous Réglages, Onduleurs.',
  outOfBand: 'Hors de portée de cette radio',
  outOfBandWhy:
    'Les onduleurs HMS et HMT émettent en dessous de 1 GHz, ce que ce module ne peut pas : ils ne sont pas interrogés. Connectez sous Réglages, Sources un appareil d’origine qui le peut (OpenDTU avec CMT2300A) ; la passerelle les lit alors par lui.',
  verdicts: {
    unknown: 'inconnu',
    early: 'trop tôt pour le dire',
    good: 'bien reçu',
    fair: 'reçu',
    poor: 'mal reçu',
    silent: 'muet',
  },
  advice: {
    unknown:
      'On ne sait rien de lui tant que le module radio a un problème : voir plus haut. Ce qui est demandé entre-temps ne compte pas.',
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
  times: (count, text) => (count === 1 ? 'une fois' : `${text} fois`),
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
    notPlus: 'Le module n’est pas un nRF24L01+, donc aucun onduleur ne le comprend.',
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
