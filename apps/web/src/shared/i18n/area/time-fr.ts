import type { TimeMessages } from './time-en.ts';

/** French: the time settings. */
export const timeFr: TimeMessages = {
  title: 'Serveur de temps et fuseau',
  server: 'Serveur de temps',
  serverHint: 'La valeur par défaut convient partout où Internet est accessible.',
  noHost: 'Ce n’est ni un nom d’hôte ni une adresse.',
  zone: 'Fuseau horaire',
  zoneHint: 'Tapez pour chercher : une ville, une abréviation ou UTC+1.',
  noZone: 'Aucun fuseau ne correspond.',
  noZones: 'La liste des fuseaux n’a pas pu être chargée ; le fuseau enregistré reste.',
  asStored: 'comme enregistré',
  rule: 'Règle du fuseau',
  ruleHint: 'Liée au fuseau : écart avec UTC et heure d’été.',
  takeBrowserZone: (zone) => `Prendre le fuseau de ce navigateur : ${zone}`,

  clock: 'Régler l’horloge à la main',
  device: 'Appareil',
  browser: 'Ce navigateur',
  notSet: 'L’horloge de l’appareil n’est pas réglée. D’ici là, les onduleurs ne sont pas interrogés.',
  inStep: 'Les horloges concordent.',
  otherZones: (span) => `Même heure, ${span} d’écart à cause des fuseaux.`,
  ahead: (span) => `L’appareil avance de ${span}.`,
  behind: (span) => `L’appareil retarde de ${span}.`,
  days: { one: '# jour', other: '# jours' },
  otherZone: (browser, device) =>
    `Les fuseaux diffèrent : ce navigateur est dans ${browser}, l’appareil dans ${device}. Lors d’un réglage à la main, l’appareil prend l’heure locale de ce navigateur : choisissez d’abord le fuseau.`,
  sync: 'Mettre à l’heure du navigateur',
  syncNote:
    'Une horloge réglée à la main se perd sans courant, dérive et ne vaut que jusqu’à la prochaine réponse du serveur de temps.',
};
