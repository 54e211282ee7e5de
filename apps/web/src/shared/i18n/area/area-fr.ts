import type { AreaMessages } from './area-en.ts';
import { commonFr } from './common-fr.ts';
import { consoleFr } from './console-fr.ts';
import { controlFr } from './control-fr.ts';
import { deviceFr } from './device-fr.ts';
import { eventsFr } from './events-fr.ts';
import { infoFr } from './info-fr.ts';
import { invertersFr } from './inverters-fr.ts';
import { maintenanceFr } from './maintenance-fr.ts';
import { mqttFr } from './mqtt-fr.ts';
import { networkFr } from './network-fr.ts';
import { refusalsFr } from './refusals-fr.ts';
import { settingsFr } from './settings-fr.ts';
import { timeFr } from './time-fr.ts';

/** French: what all pages but the live view need. */
export const areaFr = {
  notFound:
    'Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée, ou le lien contient une faute de frappe.',

  login: {
    userName: 'Nom d’utilisateur',
    password: 'Mot de passe',
    userNameHint: (name) => `L’utilisateur est ${name}.`,
    userNameRequired: 'Le nom d’utilisateur est requis',
    passwordRequired: 'Le mot de passe est requis',
    submit: 'Se connecter',
    working: 'Connexion en cours…',
    invalid: 'Identifiants incorrects',
    throttled: 'Trop de tentatives. Patientez un instant, puis réessayez.',
    throttledFor: (duration) => `Trop de tentatives. Patientez ${duration}, puis réessayez.`,
    notUnderstood: 'La réponse est illisible. Est-ce bien l’adresse de la passerelle ?',
    failed: (reason) => `Échec de la connexion : ${reason}`,
    ended: 'Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.',
    done: 'Connexion réussie.',
    loggedIn: (name) => `La session de ${name} est ouverte.`,
    goOn: (page) => `Continuer vers « ${page} »`,
  },

  common: commonFr,
  control: controlFr,
  events: eventsFr,
  inverters: invertersFr,
  settings: settingsFr,
  network: networkFr,
  mqtt: mqttFr,
  time: timeFr,
  device: deviceFr,
  info: infoFr,
  console: consoleFr,
  maintenance: maintenanceFr,
  refusals: refusalsFr,

  apiresponse: {
    1001: 'Réglages enregistrés !',
    1002: 'Aucune valeur trouvée !',
    1003: 'Trop de données !',
    1004: 'Les données n’ont pas pu être lues !',
    1005: 'Il manque des valeurs !',
    2001: 'Le numéro de série ne peut pas être zéro !',
    2002: 'L’intervalle d’interrogation doit être supérieur à zéro !',
    2003: 'Puissance d’émission incorrecte !',
    3001: 'Rien n’a été effacé !',
    3002: 'Configuration réinitialisée, redémarrage en cours',
    4001: 'Le numéro de série ne peut pas être zéro !',
    4002: 'Le nom doit compter de 1 à {max} caractères !',
    4003: 'Seulement {max} onduleurs sont pris en charge !',
    4004: 'Onduleur créé !',
    4005: 'Identifiant incorrect !',
    4006: 'Nombre de réglages de chaînes incorrect !',
    4007: 'Onduleur modifié !',
    4008: 'Onduleur supprimé !',
    5001: 'Le numéro de série ne peut pas être zéro !',
    5002: 'La limite doit être comprise entre 1 et {max} !',
    5003: 'Type de limite incorrect !',
    5004: 'Onduleur inconnu !',
    6001: 'Redémarrage déclenché !',
    6002: 'Redémarrage annulé !',
    7001: 'Le serveur MQTT doit compter de 1 à {max} caractères !',
    7002: 'Le nom d’utilisateur MQTT ne doit pas dépasser {max} caractères !',
    7003: 'Le mot de passe MQTT ne doit pas dépasser {max} caractères !',
    7004: 'Le topic de base ne doit pas dépasser {max} caractères !',
    7005: 'Le topic de base ne doit contenir ni espaces, ni +, ni # !',
    7006: 'Le topic doit se terminer par une barre oblique (/) !',
    7007: 'Le port doit être un nombre entre 1 et 65535 !',
    7008: 'Le certificat CA ne doit pas dépasser {max} caractères !',
    7009: 'Le topic du Last Will ne doit pas dépasser {max} caractères !',
    7010: 'Le topic du Last Will ne doit contenir ni espaces, ni +, ni # !',
    7011: 'Le texte « en ligne » ne doit pas dépasser {max} caractères !',
    7012: 'Le texte « hors ligne » ne doit pas dépasser {max} caractères !',
    7013: 'L’intervalle de publication doit être compris entre {min} et {max} secondes !',
    7014: 'Le préfixe des topics ne doit pas dépasser {max} caractères !',
    7015: 'Le préfixe des topics ne doit contenir ni espaces, ni +, ni # !',
    8001: 'L’adresse IP est incorrecte !',
    8002: 'Le masque de sous-réseau est incorrect !',
    8003: 'La passerelle par défaut est incorrecte !',
    8004: 'Le serveur DNS 1 est incorrect !',
    8005: 'Le serveur DNS 2 est incorrect !',
    9001: 'Le serveur de temps doit compter de 1 à {max} caractères !',
    9002: 'La règle de fuseau horaire doit compter de 1 à {max} caractères !',
    9003: 'Le nom du fuseau horaire doit compter de 1 à {max} caractères !',
    9004: 'L’année doit être comprise entre {min} et {max} !',
    9005: 'Le mois doit être compris entre {min} et {max} !',
    9006: 'Le jour doit être compris entre {min} et {max} !',
    9007: 'L’heure doit être comprise entre {min} et {max} !',
    9008: 'La minute doit être comprise entre {min} et {max} !',
    9009: 'La seconde doit être comprise entre {min} et {max} !',
    9010: 'Heure mise à jour !',
    9011: 'La latitude doit être comprise entre {min} et {max} !',
    9012: 'La longitude doit être comprise entre {min} et {max} !',
    9013: 'La latitude et la longitude vont ensemble : remplissez les deux champs ou aucun !',
    10001: 'Le mot de passe doit compter de 8 à {max} caractères !',
    10002: 'Authentification réussie !',
    11001: 'Le numéro de série ne peut pas être zéro !',
    11002: 'Onduleur inconnu !',
    12001: 'Le nom du profil doit compter de 1 à {max} caractères !',
  },
} satisfies AreaMessages;
