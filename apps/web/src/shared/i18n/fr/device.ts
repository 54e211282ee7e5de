import type { Texts } from '../texts.ts';

type OfOurGateway = Pick<Texts['device'], 'more'>;

/** What the build for a device has no fields for. */
const OF_OUR_GATEWAY: OfOurGateway = {
  /** Of displays since 2023, and lights. */
  more: {
    title: 'Plus',
    note: 'Cette passerelle n’a elle-même ni écran ni voyants : elle garde ces réglages pour les programmes et pour son fichier de sauvegarde.',
    rotation: 'Rotation',
    locale: 'Langue',
    diagram: 'Diagramme',
    diagrams: ['Désactivé', 'Petit', 'Plein écran'],
    diagramDuration: 'Durée du diagramme',
    light: (n) => `Luminosité du voyant ${n}`,
  },
};

/** French: the device manager, and the DTU settings. */
export const texts: Texts['device'] = {
  pins: 'Affectation des broches',
  profile: 'Profil',
  defaultProfile: 'Câblage par défaut',
  risk: __FOR_DEVICE__
    ? 'Un mauvais profil peut rendre la passerelle injoignable ; il ne reste alors que son port série. Enregistrer un autre profil redémarre la passerelle.'
    : 'Si une puce radio se trouve aux broches de cette machine (--radio nrf24), le profil dit où elle est câblée : avec un mauvais profil, la radio ne répond pas. Toutes les autres broches sont destinées à des appareils autonomes. Enregistrer un autre profil redémarre la passerelle.',
  noProfiles: __FOR_DEVICE__
    ? (file) => `Il n’y a pas de profils (${file}), seulement le câblage par défaut.`
    : (file) =>
        `Il n’y a pas de profils (${file}), seulement le câblage par défaut. Si une puce radio se trouve aux broches de cette machine (--radio nrf24), un profil peut dire où elle est câblée.`,
  brokenFile: (file) =>
    `${file} n’est pas une liste de profils lisible. Tant qu’il n’est pas remplacé, seul le câblage par défaut est disponible.`,
  profileGone: (name) => `Le profil enregistré « ${name} » n’existe pas : le câblage par défaut est utilisé.`,
  changes: {
    one: '# valeur change au prochain démarrage.',
    other: '# valeurs changent au prochain démarrage.',
  },
  same: 'Les valeurs choisies et actives sont les mêmes.',
  pin: 'Broche',
  selected: 'Choisi',
  active: 'Actif',
  differs: 'change',
  groups: {
    nrf24: 'Radio (nRF24)',
    eth: 'Ethernet',
    display: 'Écran',
    cmt: 'Radio (CMT2300A)',
    w5500: 'Ethernet (W5500)',
    led: 'Voyants',
  },
  names: {
    enabled: 'Utilisé',
    phy_addr: 'Adresse PHY',
    power: 'Broche d’alim.',
    type: 'Type',
    clk_mode: 'Horloge',
  },
  yes: 'oui',
  no: 'non',
  notUsed: 'non utilisé',
  noDisplay: 'aucun',
  clocks: ['GPIO 0 entrée', 'GPIO 0 sortie', 'GPIO 16 sortie', 'GPIO 17 sortie'],
  expected: 'La passerelle redémarre. Cette page continue dès son retour.',
  done: 'La passerelle a redémarré.',
  powerSafe: 'Économie d’énergie',
  powerSafeHint: 'Éteint tant qu’aucun onduleur ne produit.',
  screensaver: 'Économiseur d’écran',
  screensaverHint: 'Décale un peu l’image pour éviter le marquage.',
  showLogo: 'Afficher le logo',
  contrast: 'Contraste',
  ...(__FOR_DEVICE__ ? ({} as OfOurGateway) : OF_OUR_GATEWAY),
  dtu: {
    title: 'Radio',
    serial: 'Numéro de série',
    serialHint: 'Généré au premier démarrage. Rarement à modifier.',
    pollInterval: 'Intervalle d’interrogation',
    pollIntervalHint: 'Temps d’un onduleur au suivant.',
    paLevel: 'Puissance d’émission',
    paLevelHint: 'Les niveaux élevés demandent une alimentation stable.',
    paLevels: ['Minimale', 'Faible', 'Élevée', 'Maximale'],
  },
};
