import type { Texts } from '../texts.ts';

/** French: the time settings. */
export const texts: Texts['time'] = {
  title: 'Serveur de temps et fuseau',
  server: 'Serveur de temps',
  serverHint: 'La valeur par défaut convient partout où Internet est accessible.',
  noHost: 'Nom d’hôte ou adresse non valide.',
  zone: 'Fuseau horaire',
  zoneHint: 'Tapez pour chercher : une ville, un pays, une abréviation ou UTC+1.',
  noZone: 'Aucun fuseau ne correspond.',
  noZones: 'La liste des fuseaux n’a pas pu être chargée ; le fuseau enregistré est conservé.',
  asStored: 'comme enregistré',
  rule: 'Règle du fuseau horaire',
  ruleHint: 'Fixée par le fuseau : écart avec UTC et heure d’été.',
  takeBrowserZone: (zone) => `Utiliser le fuseau de ce navigateur : ${zone}`,

  late: (span) => `Le serveur de temps n’a pas répondu depuis ${span}. L’horloge continue seule et dérive.`,
  states: {
    never:
      'Le serveur de temps n’a pas encore répondu. L’horloge montre l’heure de l’ordinateur de la passerelle.',
    manual:
      'L’horloge a été réglée à la main. La prochaine réponse du serveur de temps la réglera de nouveau.',
  },

  place: 'Emplacement de l’installation',
  placeNote:
    'La passerelle en déduit le lever et le coucher du soleil. Elle distingue ainsi les onduleurs qui dorment de ceux qui ont un problème, et sait jusqu’à quand ils dorment. L’emplacement reste sur la passerelle et dans ses sauvegardes ; les deux champs peuvent rester vides.',
  latitude: 'Latitude',
  latitudeHint: 'Degrés décimaux, par exemple 48,14 ; négatif au sud.',
  longitude: 'Longitude',
  longitudeHint: 'Degrés décimaux, par exemple 11,57 ; négatif à l’ouest.',
  noDegrees: 'Saisissez des degrés décimaux, par exemple 48,14.',
  takeBrowserLocation: 'Utiliser la position de ce navigateur',
  locating: 'Recherche de la position…',
  locationFound:
    'Ce navigateur se trouve à peu près ici. L’emplacement est pris en compte dès qu’il est enregistré.',
  noLocation: {
    denied:
      'Cette page n’est pas autorisée à utiliser votre position. Autorisez-la, ou saisissez les coordonnées.',
    failed: 'Le navigateur ne connaît pas sa position. Saisissez les coordonnées.',
  },

  clock: 'Régler l’horloge à la main',
  device: 'Appareil',
  browser: 'Ce navigateur',
  notSet: 'L’horloge de l’appareil n’est pas réglée. D’ici là, les onduleurs ne sont pas interrogés.',
  notKnown: 'L’appareil ne répond pas, l’heure de son horloge n’est donc pas connue.',
  inStep: 'Les deux horloges sont à la même heure.',
  otherZones: (span) => `Même heure, ${span} d’écart à cause des fuseaux.`,
  ahead: (span) => `L’appareil avance de ${span}.`,
  behind: (span) => `L’appareil retarde de ${span}.`,
  days: { one: '# jour', other: '# jours' },
  otherZone: (browser, device) =>
    `Les fuseaux diffèrent : ce navigateur est dans ${browser}, l’appareil dans ${device}. L’appareil reçoit l’heure exacte dans son propre fuseau.`,
  sync: 'Mettre à l’heure du navigateur',
  syncNote:
    'Une horloge réglée à la main dérive, se perd sans courant et sera remise à l’heure par la prochaine réponse du serveur de temps.',
};
