import type { Texts } from '../texts.ts';

/** French: the network and security settings. */
export const texts: Texts['network'] = {
  wifi: 'Wi-Fi',
  ssid: 'Nom du réseau (SSID)',
  password: 'Mot de passe Wi-Fi',
  storedOnly:
    'Cette passerelle est un programme sur un ordinateur : elle enregistre ces réglages sans modifier le réseau de celui-ci.',
  inNetwork: 'Nom et adresse',
  hostname: 'Nom d’hôte',
  becomes: (name) => `Devient ${name}.`,
  hostnameHint: '%06X représente les six derniers chiffres hexadécimaux de l’identifiant de la puce.',
  hostnameRequired: 'Saisissez un nom d’hôte.',
  dhcp: 'Obtenir les adresses automatiquement (DHCP)',
  dhcpHint: 'Habituel à la maison : le routeur les attribue.',
  fixed: 'Adresses fixes',
  ipaddress: 'Adresse IP',
  netmask: 'Masque de sous-réseau',
  gateway: 'Passerelle par défaut',
  dns1: 'Serveur DNS 1',
  dns2: 'Serveur DNS 2',
  fourNumbers: 'Quatre nombres de 0 à 255 séparés par des points.',
  noAddress: 'La passerelle est injoignable à cette adresse.',
  oddNetmask: 'Masque inhabituel ; en général 255.255.255.0.',
  outside: 'Hors du sous-réseau de l’adresse IP et du masque.',
  security: {
    admin: 'Mot de passe administrateur',
    protects: (user) =>
      `Protège cette interface web et le point d’accès de la passerelle. Le nom d’utilisateur est ${user}. Après un changement, seul ce navigateur reste connecté.`,
    password: 'Nouveau mot de passe',
    length: (min, max) => `De ${min} à ${max} caractères.`,
    repeat: 'Répéter le mot de passe',
    notEqual: 'Les mots de passe ne sont pas identiques',
    reading: 'Accès en lecture',
    readonly: 'Lecture sans connexion',
    // An original device has none of the pages in between.
    readonlyHint: __FOR_DEVICE__
      ? 'Tout le monde sur votre réseau peut voir la vue en direct, les pages d’info et la console, mais ne peut rien modifier.'
      : 'Tout le monde sur votre réseau peut voir la vue en direct, les modules, l’historique, les constats, les événements, les limites, les alertes, les pages d’info et la console, mais ne peut rien modifier.',
  },
};
