import type { Texts } from '../texts.ts';
import { device } from './source-device.ts';

/** French: the devices that inverters come from besides the gateway's own radio. */
export const texts: Texts['sources'] = {
  intro: 'Les onduleurs viennent du module radio de la passerelle et des appareils que vous ajoutez ici.',
  add: 'Ajouter un appareil',
  loading: 'Chargement des sources…',
  stale: 'Ces états ne sont peut-être plus à jour.',
  emptyTitle: 'Avez-vous des appareils OpenDTU ?',
  emptyText:
    'Ajoutez-les : la vue en direct montre leurs onduleurs à côté des vôtres, avec un seul total pour toute l’installation. Chaque appareil continue de fonctionner comme avant, et les programmes qui l’utilisent aussi.',
  emptyNext:
    'Il vous faut l’adresse à laquelle vous ouvrez l’appareil dans un navigateur, et son mot de passe administrateur. Vous pouvez aussi ajouter un autre Heliograph.',
  full: (max) => `Les ${max} places sont prises. Retirez un appareil pour faire de la place.`,

  ownRadio: 'Module radio de la passerelle',
  ownRadioText: 'La passerelle communique elle-même avec ces onduleurs.',
  ownRadioMissing: 'Le module radio n’est pas connecté ou n’est pas du bon type.',
  ownRadioUnused:
    'Aucun onduleur n’est configuré pour lui : peu importe donc si un module radio est connecté.',
  ownRadioSimulated:
    'Ce module radio est simulé : ses onduleurs et leurs valeurs sont inventés. Les onduleurs d’un vrai toit viennent avec les appareils que vous ajoutez.',
  connected: 'Connecté',
  notConnected: 'Non connecté',
  inverterCount: { one: '# onduleur', other: '# onduleurs' },

  states: {
    connecting: 'Connexion',
    live: 'En direct',
    problem: 'Pas de valeurs en direct',
    off: 'Désactivé',
  },
  stateTexts: {
    connecting: 'L’appareil n’a pas encore répondu.',
    live: 'Les valeurs sont celles du moment.',
    off: 'L’appareil n’est pas interrogé et ses onduleurs ne sont pas affichés.',
  },
  toDo: {
    'unknown-name': 'Vérifiez l’orthographe, ou saisissez plutôt l’adresse IP.',
    unreachable: 'Vérifiez que l’appareil est allumé, ainsi que l’adresse et le port.',
    timeout: 'Vérifiez qu’il est allumé, la qualité de son Wi-Fi et l’adresse.',
    certificate:
      'Dans le formulaire de l’appareil, appuyez sur « Tester » : il montre le certificat, auquel vous pouvez alors faire confiance.',
    'certificate-name':
      'Saisissez le nom pour lequel le certificat est établi, ou appuyez sur « Tester » et faites confiance au certificat tel qu’il est.',
    'certificate-expired':
      'Renouvelez-le et vérifiez l’horloge de la passerelle, ou appuyez sur « Tester » et faites confiance au certificat tel qu’il est.',
    'certificate-changed':
      'S’il a été renouvelé, modifiez l’appareil, appuyez sur « Tester » et faites confiance au nouveau. Si vous n’en savez rien, quelqu’un écoute peut-être.',
    'no-tls': 'Commencez l’adresse par http://, ou vérifiez le port.',
    'needs-tls': 'Commencez l’adresse par https://.',
    'other-device':
      'S’il remplace l’ancien, modifiez l’appareil et enregistrez-le à nouveau. Sinon, donnez un autre nom à l’un des deux.',
    redirect: 'Saisissez l’adresse de l’appareil lui-même.',
    'host-name': 'Utilisez son adresse IP ou son nom d’hôte, ou ajoutez-y ce nom avec --allowed-hosts.',
    login: 'Saisissez ceux que sa propre page web accepte.',
    throttled: 'La passerelle l’interrogera à nouveau d’elle-même.',
    fault: 'Si cela ne passe pas tout seul, redémarrez l’appareil.',
    'no-json':
      'Elle appartient peut-être à un routeur ou à un autre programme. Vérifiez l’adresse, le port et le chemin.',
    'cut-json': 'Son Wi-Fi est peut-être faible. La passerelle l’interrogera à nouveau d’elle-même.',
    'too-large': 'Vérifiez l’adresse, le port et le chemin.',
    'not-a-device': 'Vérifiez l’adresse, le port et le chemin.',
    itself: 'Saisissez l’adresse de l’autre appareil.',
    ring: 'Retirez d’abord cette passerelle des sources de l’autre.',
  },
  notAskedAgain: 'D’ici là, la passerelle ne réessaie pas.',

  kind: 'Type',
  kinds: {
    radio: 'Radio',
    opendtu: 'OpenDTU',
    onbattery: 'OpenDTU-OnBattery',
    heliograph: 'Heliograph',
  },
  version: 'Version',
  model: 'Modèle',
  worksLike: 'Fonctionne comme',
  generations: {
    '2023-02': 'OpenDTU avant v23.4.4',
    '2023-04': 'OpenDTU v23.4.4 à v24.1.26',
    '2024-02': 'OpenDTU v24.2.12 ou plus récent',
  },
  inverters: 'Onduleurs',
  heard: 'Dernières valeurs',
  heardAgo: (duration) => `il y a ${duration}`,
  neverHeard: 'encore aucune',
  address: 'Adresse',

  wrongPassword:
    'L’appareil refuse le nom d’utilisateur ou le mot de passe. Ses valeurs sont affichées quand même, mais ses onduleurs ne peuvent pas être commandés, et les noms et puissances crête ne sont pas lus.',
  valuesOnly:
    'Ses valeurs arrivent encore par la connexion ouverte, mais il ne répond à rien d’autre : ni commandes ni réglages ne passent.',
  openSockets:
    'Tout le monde sur le réseau peut lire les valeurs en direct de cet appareil sans connexion, quels que soient ses réglages (OpenDTU v24.10.2 à v26.3.28). Mettez-le à jour vers v26.3.30 ou plus récent.',
  duplicates: {
    one: '# onduleur vient aussi d’une autre source. Il appartient à celle-ci, car elle vient en premier dans cette liste, et n’est compté qu’une fois.',
    other:
      '# onduleurs viennent aussi d’autres sources. Ils appartiennent à celles-ci, car elles viennent en premier dans cette liste, et ne sont comptés qu’une fois.',
  },
  belongTo: (serials, name) => `${name} : ${serials}`,
  gapsTitle: 'Ce que cette version ne sait pas faire',
  gaps: {
    'radio-statistics': 'Indiquer la qualité de réception de chaque onduleur',
    'grid-profile': 'Afficher les profils réseau',
    'limit-above-1500': 'Limiter un onduleur à plus de 1500 W',
    'limit-zero': 'Limiter un onduleur à 0 %',
    'inverter-order': 'Garder les onduleurs dans l’ordre de votre choix',
    'second-radio': 'Joindre les onduleurs HMS et HMT, qui demandent un second module radio',
  },
  noGaps: 'Cette version sait faire tout ce que la passerelle demande à un appareil.',
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  remove: 'Retirer',
  removeOf: (name) => `Retirer ${name}`,

  addTitle: 'Ajouter un appareil',
  editTitle: 'Modifier l’appareil',
  foundTitle: 'Trouvés sur le réseau',
  searching: 'Recherche en cours…',
  searchAgain: 'Rechercher à nouveau',
  noneFound:
    'Rien n’a été trouvé. Cela ne veut rien dire : la recherche n’atteint pas les autres réseaux, une passerelle dans un conteneur n’entend souvent rien, et OpenDTU ne répond qu’à partir de v23.11.15, si mDNS est activé dans ses réglages réseau. Saisissez plutôt l’adresse.',
  isSetUp: 'Déjà configuré',

  addressHint: 'Comme dans un navigateur : 192.168.1.50, opendtu.local ou http://hote:8080/toit/',
  addressRequired: 'Saisissez l’adresse à laquelle vous ouvrez l’appareil dans un navigateur.',
  addressNone:
    'Ce n’est pas une adresse. Saisissez un nom ou une adresse IP, comme opendtu.local ou 192.168.1.50.',
  addressScheme: 'Commencez l’adresse par http:// ou https://, ou par aucun des deux.',
  addressLogin:
    'N’indiquez ni nom d’utilisateur ni mot de passe dans l’adresse : ils ont leurs propres champs.',
  addressQuery: 'Retirez « ? » ou « # » et ce qui suit : l’adresse d’un appareil s’arrête avant.',
  /** What an address is taken for. */
  addressMeans: (protocol, host, port) => `${protocol}, ${host}, port ${port}, sans chemin`,
  addressMeansPath: (protocol, host, port, path) => `${protocol}, ${host}, port ${port}, chemin ${path}`,
  user: 'Nom d’utilisateur',
  userHint: 'Toujours admin sur les appareils OpenDTU.',
  password: 'Mot de passe',
  passwordHint: 'Le mot de passe administrateur de l’appareil. Un appareil OpenDTU neuf a openDTU42.',
  passwordAgain: 'Pour une autre adresse ou un autre certificat, le mot de passe doit être saisi à nouveau.',
  name: 'Nom',
  nameHint: 'Facultatif. S’il est vide, le nom que l’appareil se donne.',
  enabled: 'Utiliser cet appareil',
  enabledHint: 'Sinon, il n’est pas interrogé et ses onduleurs ne sont pas affichés.',
  test: 'Tester',
  works: 'L’appareil répond.',
  passwordState: 'Mot de passe',
  passwordRight: 'correct',
  passwordWrong: 'incorrect',
  certificate: {
    title: 'Son certificat',
    subject: 'Délivré à',
    issuer: 'Délivré par',
    names: 'Valable pour',
    valid: 'Validité',
    validSpan: (from, to) => `du ${from} au ${to}`,
    fingerprint: 'Empreinte SHA-256',
    compare:
      'Ne lui faites confiance que si c’est celui de votre appareil : comparez l’empreinte à celle qu’affiche l’appareil lui-même ou votre proxy.',
    trust: 'Faire confiance à ce certificat',
    trusted: (fingerprint) =>
      `À cette adresse, seul le certificat portant cette empreinte est reconnu : ${fingerprint}`,
    distrust: 'Ne plus lui faire confiance',
  },
  saving: 'Test et enregistrement…',
  saveAnyway: 'Enregistrer quand même',
  saveAnywayNote:
    'Rien n’est encore enregistré. Si vous enregistrez quand même, les valeurs viendront dès que ce sera résolu.',
  editedIsGone: 'L’appareil que vous modifiiez a été retiré entre-temps.',

  removeTitle: 'Retirer cet appareil ?',
  removeText:
    'La passerelle ne l’interroge plus : ses onduleurs disparaissent de la vue en direct, des totaux et des autres programmes, et son adresse et son mot de passe sont oubliés. Rien ne change sur l’appareil lui-même : il continue de fonctionner.',
  removing: 'Retrait en cours…',

  neighbours: {
    title: 'Ensemble sur les ondes',
    hmChannels: 'sur les canaux de tous les onduleurs HM',
    radioOf: (name) => `${name} (sa propre radio)`,
    onFrequency: (mhz) => `sur ${mhz}`,
    collide: (names, where, seconds) =>
      `${names} interrogent toutes les ${seconds} ${where} : leurs paquets peuvent entrer en collision.`,
    apart: (names, where) =>
      `${names} interrogent ${where}, à des intervalles différents : leurs paquets entrent parfois en collision. Sur des fréquences séparées, ce ne serait pas le cas.`,
    stagger: 'Décaler les intervalles d’interrogation',
    staggerHint:
      'La passerelle change alors l’intervalle de ces appareils par secondes entières (5 s devient 5, 6, 7 s), sur l’appareil lui-même. Ce qu’elle a changé reste si vous désactivez ce réglage.',
    changed: (name, before, now) => `${name} : réglé de ${before} à ${now} par la passerelle.`,
    waiting: 'La passerelle les change en moins d’une minute.',
  },

  device,
};
