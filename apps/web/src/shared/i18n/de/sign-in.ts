import type { Texts } from '../texts.ts';

/** German: by which other ways somebody is known. */
export const texts: Texts['signIn'] = {
  intro:
    'Außer durch ein Passwort kann das Gateway jemanden auch durch einen Proxy kennen, der vor ihm steht und selbst nach einer Anmeldung fragt.',
  proxy: 'Proxy',
  proxyIntro:
    'Für einen Proxy, der weiß, wer jemand ist, wie Authelia, Authentik oder eine Anmeldung von Caddy oder nginx. Geglaubt wird ihm nur von einer genannten Adresse aus und mit dem Geheimnis.',
  addresses: 'Adressen des Proxys',
  addressesHint:
    'Eine je Zeile, etwa 192.168.4.2 oder fd00::/64. Keine: Keinem Proxy wird geglaubt. Nennen Sie nur Proxys.',
  header: 'Header mit dem Benutzer',
  headerHint: 'Der Proxy muss ihn aus dem entfernen, was von außen kommt.',
  secret: 'Geheimnis des Proxys',
  secretHint: 'Der Proxy sendet es im Header Heliograph-Proxy-Secret. Es wird nie wieder gezeigt.',
  make: 'Geheimnis erzeugen',
  copy: 'Geheimnis kopieren',
  made: 'Übernehmen Sie es in die Einstellungen des Proxys, bevor Sie speichern.',
  strangers: 'Wer hier kein Konto hat',
  strangerRoles: { refused: 'wird abgewiesen', viewer: 'darf lesen' },
  account: 'Wer ein Konto gleichen Namens hat, darf, was dieses Konto darf.',
  results: {
    SignInAddress: 'Jede Zeile ist eine Adresse oder ein Netz wie 192.168.4.0/24.',
    SignInAddressCount: 'Das sind zu viele.',
    SignInHeader:
      'So kann der Header nicht heißen: Buchstaben, Ziffern und Bindestriche, und keiner, der etwas anderes bedeutet.',
    SignInSecret: 'Das Geheimnis braucht 32 bis 128 Buchstaben, Ziffern, - und _.',
    ValuesMissing: 'Etwas fehlt.',
  },
  goOn: (user) => `Weiter als ${user}`,
  byProxy: 'Der Proxy vor dem Gateway hat Sie angemeldet.',
};
