import type { Texts } from '../texts.ts';

/** How an inverter is treated: a build for an original device does not set it. */
const TREATMENT: Texts['inverters']['treatment'] = {
  title: 'Avancé',
  poll_enable: 'Interroger cet onduleur',
  poll_enable_night: 'Interroger aussi la nuit',
  command_enable: 'Envoyer des commandes',
  command_enable_night: 'Envoyer des commandes aussi la nuit',
  reachable_threshold: 'Interrogations manquées',
  thresholdHint:
    'L’onduleur est considéré comme injoignable quand plus d’interrogations de suite ont échoué.',
  zero_runtime: 'Zéros quand il est injoignable',
  zero_day: 'Remettre la production du jour à zéro à minuit',
  yieldday_correction: 'Garder la production du jour s’il redémarre',
  clear_eventlog: 'Vider le journal des événements à minuit',
  hints: {
    poll_enable: 'Sinon, aucune valeur n’est lue et l’onduleur est considéré comme injoignable.',
    poll_enable_night:
      'La nuit va du coucher au lever du soleil ; indiquez pour cela le lieu de l’installation dans les réglages de l’heure.',
    command_enable: 'Sinon, ce qui doit le limiter, l’allumer ou l’éteindre est refusé.',
    command_enable_night: 'Une commande encore ouverte le soir attend le matin.',
    zero_runtime: 'Sinon, les dernières valeurs restent. La production reste toujours.',
    zero_day: 'Sinon, elle reste jusqu’à ce que l’onduleur réponde le lendemain.',
    yieldday_correction: 'Certains onduleurs repartent de 0 quand ils redémarrent dans la journée.',
    clear_eventlog: 'L’onduleur lui-même garde ses événements.',
  },
  offset: (n) => `Ajouté à la production totale de la chaîne ${n}`,
  offsetHint: 'Par exemple ce que ses panneaux ont produit sur un autre onduleur. Peut être négatif.',
  noOffset: 'Saisissez un nombre.',
};

/** French: the inverter settings. */
export const texts: Texts['inverters'] = {
  add: 'Ajouter un onduleur',
  addSubmit: 'Ajouter l’onduleur',
  adding: 'Ajout en cours…',
  addHint: 'Une fois l’onduleur ajouté, vous pourrez nommer ses chaînes et indiquer leur puissance crête.',
  full: (max) => `Les ${max} places sont prises. Supprimez un onduleur pour faire de la place.`,
  serial: 'Numéro de série',
  serialHint:
    '12 chiffres, imprimés sur l’étiquette. Les modèles récents ont aussi des lettres de A à F. HERF : comme imprimé, par exemple A1100FBT4-19W.',
  serialRequired: 'Saisissez le numéro de série.',
  serialLetters: 'Un numéro de série ne contient que des chiffres et des lettres de A à F.',
  serialLabelLetters:
    'Les numéros de série des onduleurs HERF ne contiennent ni I, ni O, ni Q, ni Z : comparez avec l’étiquette.',
  serialOnAir: (serial) => `par radio ${serial}`,
  serialDigitsOnly: 'Les numéros de série de ce modèle ne contiennent que des chiffres.',
  serialLength: (digits) => `Un numéro de série a 12 caractères, celui-ci en a ${digits}.`,
  serialUnknown:
    'Ce numéro de série ne correspond à aucun modèle connu. Vous pouvez ajouter l’onduleur, mais la passerelle ne l’interrogera pas.',
  serialTwice: (names) =>
    `${names} a déjà ce numéro de série. Un second est ignoré tant que le premier existe.`,
  serialChanged:
    'Avec un autre numéro de série, c’est un nouvel onduleur : ses valeurs en direct recommencent à zéro.',
  strings: { one: '# chaîne', other: '# chaînes' },
  name: 'Nom',
  nameHint: 'Par exemple le toit où il se trouve.',
  nameRequired: 'Saisissez un nom.',
  list: 'Onduleurs configurés',
  count: (count, max) => `${count} sur ${max}`,
  loading: 'Chargement des onduleurs…',
  empty: 'Aucun onduleur n’est encore configuré.',
  emptyNext: 'Ajoutez le premier avec le numéro de série imprimé sur son étiquette.',
  stale: 'Cette liste n’est peut-être plus à jour.',
  refused: {
    one: '# onduleur n’est pas valide et n’est pas affiché.',
    other: '# onduleurs ne sont pas valides et ne sont pas affichés.',
  },
  type: 'Type',
  stringsColumn: 'Chaînes',
  actions: 'Actions',
  unknownType: 'Modèle inconnu',
  unknownTypeNote: 'Non pris en charge, pas interrogé.',
  listedTwice: 'En double ; seul le premier compte.',
  unnamed: 'Sans nom',
  string: (n) => `Chaîne ${n}`,
  copySerialOf: (name) => `Copier le numéro de série de ${name}`,
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  delete: 'Supprimer',
  deleteOf: (name) => `Supprimer ${name}`,
  editTitle: 'Modifier l’onduleur',
  stringName: 'Nom',
  stringNameHint: 'Facultatif.',
  maxPower: 'Puissance crête',
  maxPowerHint: '0 signifie non indiquée.',
  maxPowerUse:
    'La puissance crête est le total de tous les panneaux d’une chaîne. Elle sert à calculer l’irradiation : la puissance en pourcentage de la puissance crête.',
  treatment: __FOR_DEVICE__ ? ({} as Texts['inverters']['treatment']) : TREATMENT,
  changedElsewhere: 'Cet onduleur a été modifié ailleurs entre-temps. Enregistrer écrase cette modification.',
  isStored: 'Ces valeurs sont enregistrées.',
  takeStored: 'Afficher les valeurs enregistrées',
  deletedElsewhere: 'Cet onduleur a été supprimé ailleurs entre-temps. Enregistrer l’ajoute à nouveau.',
  replacedElsewhere: (name) =>
    `Un autre onduleur (${name}) a pris sa place entre-temps. Enregistrer l’écraserait.`,
  editedIsGone: 'L’onduleur que vous modifiiez a été supprimé entre-temps.',
  deleteTitle: 'Supprimer cet onduleur ?',
  deleteText:
    'Ses réglages sont perdus : son nom ainsi que le nom et la puissance crête de ses chaînes. L’onduleur lui-même continue de fonctionner.',
  deleteWrong:
    'Cet onduleur a été modifié ou supprimé ailleurs entre-temps. Fermez cette fenêtre et vérifiez la liste.',
  deleting: 'Suppression en cours…',
};
