import type { Texts } from '../texts.ts';

/** French: one site of a fleet. */
export const texts: Texts['fleetSite'] = {
  gone: 'Ce site n’existe pas',
  goneText: 'Il a été supprimé, ou il est dans un groupe que vous ne voyez pas.',
  now: 'Maintenant',
  lastValues: 'Dernières valeurs',
  heard: 'Entendu pour la dernière fois',
  inverters: 'Onduleurs qui répondent',
  of: (some, all) => `${some} sur ${all}`,
  producing: 'Onduleurs qui produisent',
  place: 'Lieu',
  id: 'Identifiant',
  group: 'Groupe',
  clockAt: 'Son horloge indique',
  gateway: 'Ouvrir sa passerelle',
  gatewayNote:
    'Limites, commandes et réglages sont à la passerelle même. Souvent, elle n’est joignable que depuis son propre réseau.',
  power: 'Puissance d’un jour',
  energy: 'Énergie des 31 derniers jours',
  day: 'Jour',
  dayBefore: 'Jour précédent',
  dayAfter: 'Jour suivant',
  whoseDays:
    'Les jours et les heures sont ceux de ce navigateur. « Aujourd’hui », ci-dessus, est compté par les onduleurs, le plus souvent depuis leur propre minuit.',
  noReadings: 'Rien n’a été mesuré ce jour-là.',
  noDays: 'Rien n’a été mesuré pendant ces jours.',
  curves: {
    ofAll: (sites: string) => `Tous les sites que vous voyez, ensemble\u00a0: ${sites}.`,
    ofGroup: (name: string, sites: string) => `Le groupe ${name}, ensemble\u00a0: ${sites}.`,
    missing: 'Là où un site n’a rien mesuré, il manque dans la somme.',
    notNarrowed: 'La recherche et l’état n’y changent rien.',
    withoutGroup: 'Il y a des courbes de tous les sites et de chaque groupe. Choisissez-en un sous Groupe.',
  },
  edit: 'Nom, groupe et lieu',
  name: 'Nom',
  nameHint: 'Vide : comme sa passerelle l’appelle.',
  latitude: 'Latitude',
  longitude: 'Longitude',
  placeHint: 'Vide : comme sa passerelle l’indique.',
  placeBad: 'Saisissez des degrés, comme 48,14 ; les deux ou aucun.',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  saved: 'Enregistré.',
  restored: 'Ce que vous aviez saisi est rétabli, mais pas encore enregistré.',
  passwordAndRemoval: 'Nouveau mot de passe, ou supprimer ce site',

  states: {
    never:
      'Rien n’est encore venu de ce site. Saisissez le courtier, le topic de base et le mot de passe dans sa passerelle, activez-y « Informer une page de flotte de cette installation par MQTT » sous Séries temporelles, et vérifiez qu’elle joint le courtier.',
    unknown:
      'Rien n’est venu de ce site depuis le démarrage de cette page. S’il est là, il sera entendu en quelques secondes.',
    offline:
      'Sa passerelle a quitté le courtier. Vérifiez sur place si elle a du courant et accède à Internet ; les valeurs ci-dessous sont les dernières.',
    silent:
      'Rien ne vient depuis un moment, bien que sa passerelle n’ait pas dit au revoir. Sa connexion est sans doute coupée ; les valeurs ci-dessous sont les dernières.',
    refused:
      'Ce qui vient de ce site n’a pas de sens et n’est pas affiché. Les valeurs ci-dessous sont les dernières bonnes.',
    alertInverters: (answering, all) =>
      `Seulement ${answering} des ${all} onduleurs répondent en plein jour. Voyez à sa passerelle lesquels ne répondent pas.`,
    alertFindings: { one: '# chaîne faible a été trouvée.', other: '# chaînes faibles ont été trouvées.' },
    alertAlerts: { one: '# alerte est ouverte.', other: '# alertes sont ouvertes.' },
    alertLook: 'Sa passerelle en dit plus.',
  },
  problems: {
    garbage:
      'Ses messages ne sont pas un résumé. Mettez la passerelle à jour, ou voyez si un autre programme utilise son nom auprès du courtier.',
    'too-large':
      'Ses messages sont plus grands qu’un résumé ne peut l’être. Mettez la passerelle à jour, ou voyez si un autre programme utilise son nom auprès du courtier.',
    clock:
      'L’horloge de sa passerelle a plus de deux minutes d’écart, ses mesures sont donc enregistrées à de fausses heures. Vérifiez le serveur de temps dans ses réglages.',
    'comes-and-goes':
      'Il se connecte sans cesse au courtier. Le plus souvent, une autre passerelle a le même identifiant de client MQTT, et elles s’évincent l’une l’autre : choisissez-en un autre dans les réglages MQTT de sa passerelle.',
    'same-name':
      'Un autre site porte le même nom. Donnez un autre nom à l’un des deux, ici ou à sa passerelle.',
    'readings-refused':
      'Certaines de ses mesures ne sont pas prises, car elles n’ont pas de sens ou appartiennent à un autre site. Dans sa passerelle, sous Séries temporelles, vérifiez d’abord « Nom de cette installation » : ce doit être l’identifiant de ce site. Vérifiez ensuite l’utilisateur et l’adresse.',
    'too-many-series':
      'Il envoie les mesures de plus d’onduleurs ou de chaînes qu’un site ne peut en avoir ; ce qui dépasse n’est pas enregistré. Divisez-le en deux sites.',
  },
};
