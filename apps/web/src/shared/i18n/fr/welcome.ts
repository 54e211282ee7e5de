import type { Texts } from '../texts.ts';

/** French: the guide of a fresh gateway. */
export const texts: Texts['welcome'] = {
  progress: (step, steps) => `Étape ${step} sur ${steps}`,
  back: 'Retour',
  skip: 'Passer',
  next: 'Suivant',
  later: 'Plus tard',
  working: 'Un instant…',
  logIn: 'Se connecter',
  steps: {
    language: 'Langue',
    password: 'Mot de passe',
    time: 'Fuseau horaire et lieu',
    inverters: 'Onduleurs',
    names: 'Noms et puissances crête',
    broker: 'MQTT',
    done: 'Terminé',
  },
  intro:
    'Sept courtes étapes mettent votre passerelle en route. Vous pouvez passer chacune et la retrouver dans les réglages.',
  language: 'Quelle langue voulez-vous lire\u202F?',
  restoreInstead: 'Restaurer plutôt une sauvegarde',

  passwordIntro:
    'Choisissez le mot de passe de l’utilisateur admin. Tant qu’il n’y en a pas, seule la machine de la passerelle peut changer quelque chose.',
  restoreNext: 'Après cette étape, vous choisirez le fichier de la sauvegarde.',
  codeWhere:
    'Vous êtes sur une autre machine\u202F; la passerelle demande donc le code qu’elle a affiché à son démarrage\u00A0: dans le terminal, ou dans la sortie de son conteneur ou de son service. La ligne ressemble à ceci\u00A0:',
  code: 'Code',
  codeHint: 'Huit lettres et chiffres\u202F; chaque démarrage en fait de nouveaux.',
  codeMissing: 'Saisissez le code que la passerelle a affiché à son dernier démarrage.',
  codeForm: 'Le code a huit lettres et chiffres, comme K7PM-3XQW.',
  password: 'Mot de passe',
  passwordHint: (min) => `Au moins ${min} caractères.`,
  passwordLength: (min, max) => `Le mot de passe demande de ${min} à ${max} caractères.`,
  passwordAgain: 'Mot de passe, encore une fois',
  passwordDiffers: 'Les deux mots de passe ne sont pas identiques.',
  weak: 'C’est l’un des premiers que quelqu’un devinerait. Un plus long vaut mieux.',
  passwordSet: 'La passerelle a un mot de passe, et vous êtes connecté.',
  passwordThere: 'La passerelle a déjà un mot de passe. Connectez-vous avec celui-ci pour continuer.',
  /** After the login on a gateway that ran before there was a guide. */
  known: {
    title: 'Choisissez votre propre mot de passe',
    text: 'L’utilisateur admin a encore le mot de passe de toute nouvelle passerelle. Chacun peut le trouver : qui est dans votre réseau peut tout modifier ici. Les programmes qui se connectent avec lui auront aussi besoin du nouveau.',
    save: 'Définir le mot de passe',
    guide: 'Parcourir tous les réglages avec le guide',
    changed: 'Le mot de passe a été changé entre-temps. Reconnectez-vous avec le nouveau.',
  },
  notLoggedIn: 'Le mot de passe par défaut n’est plus accepté. Veuillez en choisir un.',
  results: {
    21501: 'Le mot de passe est défini.',
    21502:
      'Ce n’est pas le code du dernier démarrage. Regardez la ligne la plus récente\u00A0: un ancien code n’est plus valable.',
    21503: 'Un mot de passe a été défini entre-temps. Rechargez la page et connectez-vous avec celui-ci.',
    21504: 'Tout le monde connaît ce mot de passe. Choisissez-en un autre.',
    21505: 'Trop de codes étaient faux. Veuillez attendre un instant.',
  },

  zone: 'Fuseau horaire',
  zoneHint: 'Par lui, la passerelle sait quand commence une journée.',
  placeNote:
    'Le lieu de l’installation dit à la passerelle quand le soleil se lève et se couche. Un lieu proche suffit.',
  latitude: 'Latitude',
  latitudeHint: 'En degrés, par exemple 52,5\u202F; au sud de l’équateur avec un moins.',
  longitude: 'Longitude',
  longitudeHint: 'En degrés, par exemple 13,4\u202F; à l’ouest de Greenwich avec un moins.',
  noDegrees: 'Saisissez des degrés comme un nombre, par exemple 52,5, ou laissez le champ vide.',
  takeLocation: 'Utiliser la position de ce navigateur',
  locating: 'Demande au navigateur…',
  noLocation: 'Le navigateur ne dit pas sa position. Saisissez-la à la main.',

  invertersIntro: 'Où sont vos onduleurs\u202F?',
  device: 'Un appareil OpenDTU, ou un autre Heliograph',
  anotherDevice: 'Un autre appareil',
  deviceLive: {
    one: 'Il répond, avec # onduleur.',
    other: 'Il répond, avec # onduleurs.',
  },
  deviceConnecting: 'Il n’a pas encore répondu.',
  radio: 'Module radio sur cette machine',
  radioText:
    'Avec un nRF24L01+ sur cette machine, la passerelle se lance avec --radio nrf24. Sans cela, sa propre radio est simulée, et les onduleurs d’un toit viennent par un appareil.',
  radioRuns:
    'La passerelle a été lancée avec un module radio et parle elle-même aux onduleurs. Ajoutez-les avec leurs numéros de série.',
  radioHow: 'Comment brancher un module radio',
  radioState: 'Ce qui ne va pas avec le module radio',
  radioLink: 'Vers les onduleurs de la radio',
  simulated: 'Installation simulée',
  simulatedText: 'Ce que vous voyez sans appareil est inventé, pour que vous puissiez d’abord tout regarder.',
  simulatedBeside: {
    one: '# onduleur simulé est encore là et compte dans toutes les sommes.',
    other: '# onduleurs simulés sont encore là et comptent dans toutes les sommes.',
  },
  removeSimulated: 'Supprimer les onduleurs simulés',
  keepSimulated: 'Montrer l’installation simulée',

  namesIntro:
    'Comment s’appellent vos onduleurs, et ce que les modules de chaque entrée peuvent fournir. Par la puissance crête, la passerelle voit quand une chaîne est trop faible.',
  noInverters: 'Il n’y a pas encore d’onduleurs. Dès qu’un appareil répond, les siens sont ici.',
  inverterName: 'Nom',
  nameMissing: 'Saisissez un nom.',
  peakPower: (number) => `Puissance crête de la chaîne ${number}`,

  brokerIntro: 'Avez-vous un broker MQTT, par exemple pour Home Assistant\u202F? Sinon, passez cette étape.',
  broker: 'Broker',
  brokerHint: 'Nom ou adresse, sans port.',
  brokerMissing: 'Saisissez le nom ou l’adresse du broker.',
  brokerPort: 'Port',
  brokerUser: 'Nom d’utilisateur',
  brokerUserHint: 'Vide\u00A0: sans connexion.',
  brokerPassword: 'Mot de passe',
  brokerTls: 'TLS',

  makes: (name, power) => `${name} fournit ${power}.`,
  waitingForValues: 'En attente de la première valeur…',
  noValuesYet: 'Il n’y a pas encore de valeurs\u00A0: ajoutez un appareil ou un onduleur.',
  isSet: (step) => `${step}\u00A0: fait`,
  isSkipped: (step) => `${step}\u00A0: passé`,
  places: {
    password: 'Sécurité',
    time: 'Réglages NTP',
    inverters: 'Sources',
    names: 'Onduleurs',
    broker: 'Réglages MQTT',
  },
  foundAgain: 'Tout peut être changé plus tard. Vous retrouverez ce guide sur la page À propos.',
  openLiveView: 'Ouvrir la vue en direct',
};
