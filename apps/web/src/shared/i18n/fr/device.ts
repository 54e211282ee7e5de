import type { Texts } from '../texts.ts';

/** French: the device manager. */
export const texts: Texts['device'] = {
  pins: 'Affectation des broches',
  profile: 'Profil',
  defaultProfile: 'Câblage par défaut',
  risk: 'Un mauvais profil peut rendre la passerelle injoignable ; il ne reste alors que son port série. Enregistrer un autre profil redémarre la passerelle.',
  noProfiles: (file) => `Il n’y a pas de profils (${file}), seulement le câblage par défaut.`,
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
  groups: { nrf24: 'Radio (nRF24)', eth: 'Ethernet', display: 'Écran' },
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
};
