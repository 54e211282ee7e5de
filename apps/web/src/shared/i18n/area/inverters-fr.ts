import type { InvertersMessages } from './inverters-en.ts';

/** French: the inverter settings. */
export const invertersFr: InvertersMessages = {
  add: 'Ajouter un onduleur',
  addSubmit: 'Ajouter l’onduleur',
  adding: 'Ajout en cours …',
  addHint: 'Une fois ajouté, vous pourrez nommer ses chaînes et indiquer leur puissance crête.',
  full: (max) => `Les ${max} places sont prises. Supprimez un onduleur pour faire de la place.`,
  serial: 'Numéro de série',
  serialHint: '12 chiffres, voir l’étiquette.',
  serialRequired: 'Saisissez le numéro de série.',
  serialLetters: 'Chiffres uniquement : la passerelle lirait un numéro de série avec des lettres comme zéro.',
  serialLength: (digits) => `Un numéro de série a 12 chiffres, celui-ci en a ${digits}.`,
  serialUnknown:
    'Aucun modèle connu n’a un tel numéro de série. Vous pouvez l’ajouter, mais la passerelle n’interroge pas un onduleur inconnu.',
  serialTwice: (names) =>
    `${names} a déjà ce numéro de série. Un second est ignoré tant que le premier existe.`,
  serialChanged:
    'Avec un autre numéro de série, c’est un nouvel onduleur : ses valeurs en direct repartent de zéro.',
  strings: { one: '# chaîne', other: '# chaînes' },
  name: 'Nom',
  nameHint: 'Par exemple le toit où il se trouve.',
  nameRequired: 'Saisissez un nom.',
  list: 'Onduleurs configurés',
  count: (count, max) => `${count} sur ${max}`,
  loading: 'En attente de la liste des onduleurs …',
  empty: 'Aucun onduleur n’est encore configuré.',
  emptyNext: 'Ajoutez le premier avec le numéro de série imprimé sur son étiquette.',
  stale: 'Cette liste n’est peut-être plus à jour.',
  refused: {
    one: '# onduleur n’a pas pu être compris et n’est pas affiché.',
    other: '# onduleurs n’ont pas pu être compris et ne sont pas affichés.',
  },
  type: 'Type',
  stringsColumn: 'Chaînes',
  actions: 'Actions',
  unknownType: 'Modèle inconnu',
  unknownTypeNote: 'Non pris en charge : il n’est jamais interrogé.',
  unnamed: 'Sans nom',
  string: (n) => `Chaîne ${n}`,
  copySerialOf: (name) => `Copier le numéro de série de ${name}`,
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  delete: 'Supprimer',
  deleteOf: (name) => `Supprimer ${name}`,
  editTitle: 'Modifier l’onduleur',
  stringName: 'Nom',
  stringNameHint: 'Peut rester vide.',
  maxPower: 'Puissance crête',
  maxPowerHint: '0 : non indiquée.',
  maxPowerUse:
    'La puissance crête est celle de tous les panneaux d’une chaîne. Elle sert à calculer l’irradiation : à quel point une chaîne travaille, en pour cent.',
  changedElsewhere: 'Cet onduleur a été modifié ailleurs entre-temps. Enregistrer écrase cette modification.',
  isStored: 'La passerelle a enregistré exactement ce qui figure ici.',
  takeStored: 'Afficher les valeurs enregistrées',
  deletedElsewhere: 'Cet onduleur a été supprimé ailleurs entre-temps. Enregistrer le configure à nouveau.',
  replacedElsewhere: (name) =>
    `Un autre onduleur (${name}) occupe cette place entre-temps. Enregistrer l’écraserait.`,
  editedIsGone: 'L’onduleur que vous modifiiez a été supprimé entre-temps.',
  deleteTitle: 'Supprimer cet onduleur ?',
  deleteText:
    'Ses réglages sont perdus : son nom ainsi que les noms et puissances crête de ses chaînes. L’onduleur lui-même n’est pas touché et continue de travailler.',
  deleteWrong:
    'Cet onduleur a été modifié ou supprimé ailleurs entre-temps. Fermez cette fenêtre et regardez à nouveau la liste.',
  deleting: 'Suppression en cours …',
};
