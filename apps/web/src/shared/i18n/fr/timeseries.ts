import type { Texts } from '../texts.ts';

/** French: the time-series database that gets everything that is measured. */
export const texts: Texts['timeseries'] = {
  intro:
    "Tout ce que l'historique conserve va aussi vers une base de données à vous : VictoriaMetrics, InfluxDB, QuestDB, GreptimeDB ou toute autre qui accepte le line protocol. Pendant son absence rien ne se perd : elle reçoit le reste à son retour.",
  card: 'Base de données de séries temporelles',
  enabled: 'Envoyer toutes les mesures',
  address: 'Adresse',
  addressHint: (example) => `Complète, avec son chemin, par exemple ${example}.`,
  site: 'Nom de cette installation',
  siteHint:
    'Accompagne chaque valeur comme site. Avec un autre nom ou une autre adresse, tout ce qui est conservé est renvoyé.',
  login: 'Identification',
  logins: {
    none: 'Aucune',
    basic: 'Utilisateur et mot de passe',
    token: 'Jeton (InfluxDB 2)',
    bearer: 'Jeton Bearer',
  },
  user: 'Utilisateur',
  password: 'Mot de passe',
  token: 'Jeton',
  secretHint: "Il n'est plus jamais affiché. Pour un autre serveur, il faut le saisir à nouveau.",
  interval: 'Envoyer toutes les',
  test: 'Envoyer une valeur de test',
  state: 'État',
  off: "Rien n'est envoyé.",
  current: "La base de données a tout ce que l'historique a écrit.",
  nothingYet:
    "Rien n'a encore été envoyé depuis le démarrage. Les premières valeurs viennent dès que l'historique les a écrites.",
  behind: (age) => `La plus ancienne valeur qu'elle n'a pas date de ${age}.`,
  lastTaken: 'Dernier envoi accepté',
  ago: (time) => `il y a ${time}`,
  never: 'aucun depuis le démarrage',
  lines: 'Lignes depuis le démarrage',
  tooOld: (count) => `Elle a abandonné ${count} lignes plus anciennes que ce qu'elle conserve.`,
  linesRefused: {
    one: "# ligne a été refusée depuis le démarrage ; elle n'est pas renvoyée.",
    other: '# lignes ont été refusées depuis le démarrage ; elles ne sont pas renvoyées.',
  },
  again: (wait) => `Nouvel essai dans ${wait}.`,
  answer: (text) => `Elle répond : ${text}`,
  fleet: {
    card: 'Page de flotte',
    switch: 'Informer une page de flotte de cette installation par MQTT',
    hint: (topic) =>
      `La puissance, l'énergie du jour, le nombre d'onduleurs qui répondent, les constats et les alertes vont toutes les quelques secondes au topic ${topic}, sous le nom ci-dessus. MQTT doit être activé.`,
    place: "L'emplacement n'est indiqué que si vous l'avez défini, et seulement à un kilomètre près environ.",
    mqttOff: "Rien n'est envoyé tant que MQTT est désactivé :",
  },
  problems: {
    'unknown-name': "Le nom dans l'adresse est introuvable.",
    unreachable: 'Rien ne répond à cette adresse.',
    timeout: 'La base de données ne répond pas à temps.',
    certificate: "Le certificat de la base de données n'est pas reconnu.",
    login: "La base de données veut d'autres identifiants.",
    'not-found': "Ce chemin ou cette base n'existe pas là-bas. Vérifiez l'adresse.",
    redirect: 'La base de données renvoie à une autre adresse. Saisissez celle-ci.',
    refused: 'La base de données refuse ce qui est envoyé.',
    'lines-refused':
      "La page de flotte refuse ce qui est envoyé. Le plus souvent, « Nom de cette installation » n'est pas l'identifiant que le site y porte.",
    throttled: "C'est trop pour la base de données en ce moment.",
    fault: "La base de données répond qu'elle ne peut pas.",
  },
  results: {
    TimeseriesAddress:
      "L'adresse commence par http:// ou https:// et ne contient ni utilisateur ni mot de passe.",
    TimeseriesSite: 'Le nom manque, ou contient une barre oblique inverse ou des caractères invisibles.',
    TimeseriesText: 'Le texte contient des caractères que personne ne voit.',
    TimeseriesTextLength: 'Le texte ne doit pas dépasser {max} octets.',
    TimeseriesInterval: "L'intervalle est de {min} à {max} secondes.",
    TimeseriesTaken: 'La base de données a accepté la valeur de test.',
    ValuesMissing: 'Il manque quelque chose.',
  },
};
