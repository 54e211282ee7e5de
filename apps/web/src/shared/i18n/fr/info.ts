import type { Texts } from '../texts.ts';

const GUIDE = { guide: 'Guide' };
const RADIO = {
  radioTold: 'Tel que les programmes l’apprennent.',
  radioPage: 'La page Radio dit s’il est simulé.',
};

/** French: the info pages and the about page. */
export const texts: Texts['info'] = {
  reload: 'Recharger',
  asOf: (moment) => `État au ${moment}`,
  asOfAgo: (moment, age) => `État au ${moment}, il y a ${age}`,
  status: 'État',
  none: 'non défini',
  afterLogin: 'Visible après connexion',
  enabled: 'activé',
  disabled: 'désactivé',
  connected: 'connecté',
  notConnected: 'non connecté',
  server: 'Serveur',
  configuration: 'Configuration',
  hostname: 'Nom d’hôte',

  network: {
    station: 'Station Wi-Fi',
    accessPoint: 'Point d’accès',
    interface: 'Interface réseau',
    apInterface: 'Interface du point d’accès',
    ssid: 'SSID',
    quality: 'Qualité',
    rssi: 'Force du signal (RSSI)',
    stations: 'Appareils connectés',
    ip: 'Adresse IP',
    netmask: 'Masque de sous-réseau',
    gateway: 'Passerelle par défaut',
    dns: (n) => `Serveur DNS ${n}`,
    mac: 'Adresse MAC',
  },

  system: {
    firmware: 'Micrologiciel',
    sdk: 'Version du SDK',
    configVersion: 'Version de la configuration',
    version: 'Version du micrologiciel',
    updates: 'Mises à jour',
    newVersion: 'nouvelle version',
    upToDate: 'à jour',
    versionError: 'Erreur lors de la récupération des informations de version',
    notChecked: 'non vérifié',
    resetReason: (cpu) => `Cause du redémarrage, CPU ${cpu}`,
    resetReasons: {
      'Program started': 'Démarrage du programme',
      'Software restart': 'Redémarrage par logiciel',
    },
    saveCount: 'Enregistrements de la configuration',
    uptime: 'Durée de fonctionnement',
    days: { one: '# jour', other: '# jours' },
    hardware: 'Matériel',
    chip: 'Modèle de puce',
    revision: 'Révision de la puce',
    cores: 'Cœurs du processeur',
    frequency: 'Fréquence du processeur',
    memory: 'Mémoire',
    heap: 'Tas (heap)',
    fileSystem: 'Système de fichiers',
    sketch: 'Programme (sketch)',
    usage: (used, free, size) => `${used} utilisés, ${free} libres, ${size} au total`,
    radio: 'Module radio',
    chipType: 'Type de puce',
    ...(__FOR_DEVICE__ ? ({} as typeof RADIO) : RADIO),
  },

  ntp: {
    rule: 'Règle du fuseau horaire',
    zone: 'Fuseau horaire',
    clock: 'Horloge',
    synced: 'synchronisée',
    notSynced: 'non synchronisée',
    localTime: 'Heure locale',
    states: { late: 'en retard', never: 'aucune réponse', manual: 'réglée à la main' },
    asking: 'en attente d’une réponse…',
  },

  mqtt: {
    port: 'Port',
    user: 'Nom d’utilisateur',
    topic: 'Topic de base',
    lwtTopic: 'Topic du Last Will',
    interval: 'Intervalle de publication',
    retain: 'Conservation (retain)',
    tls: 'TLS',
    certificate: 'Certificat CA',
    discovery: 'Découverte Home Assistant',
    prefix: 'Préfixe des topics',
    expire: 'Expiration',
    panels: 'Panneaux individuels',
    runtime: 'Connexion',
  },

  about: {
    api: 'Documentation de l’API',
    ...(__FOR_DEVICE__ ? ({} as typeof GUIDE) : GUIDE),
    origin: {
      title: 'D’où vient le projet',
      text: [
        'Heliograph lit les micro-onduleurs solaires par leur liaison radio et montre dans le navigateur ce qu’ils font : chez vous, sans cloud.',
        'C’est une implémentation indépendante pour les passerelles de ce type, sous licence Apache 2.0.',
        'Le protocole radio et l’interface suivent le micrologiciel d’origine, OpenDTU. Merci à tous ceux qui l’ont créé.',
        'Heliograph ne fait pas partie d’OpenDTU et n’est pas un produit d’un fabricant d’onduleurs.',
      ],
    },
    news: {
      title: 'Nouveautés et mises à jour',
      text: [
        'Les nouvelles versions paraissent dans le dépôt du projet. La page système les signale si un dépôt est configuré.',
      ],
    },
    errors: {
      title: 'Signaler une erreur',
      text: [
        'Décrivez ce que vous avez fait, ce que vous attendiez et ce qui s’est passé. Ajoutez la version de la page système et les lignes de la console.',
        'Ne signalez à OpenDTU que ce qui arrive avec son propre micrologiciel.',
      ],
    },
    discussion: {
      title: 'Discussion',
      text: [
        'Pour vos questions et vos idées : échangez avec d’autres personnes qui utilisent de telles passerelles.',
      ],
    },
  },
};
