import type { Texts } from '../texts.ts';

/** German: by which other ways somebody is known. */
export const texts: Texts['signIn'] = {
  intro:
    'Außer durch ein Passwort kann das Gateway jemanden auch durch einen Proxy kennen, der vor ihm steht und selbst nach einer Anmeldung fragt, oder durch einen Anbieter von OpenID Connect.',
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
    SignInIssuer: 'Das ist keine Adresse eines Anbieters wie https://id.example.',
    SignInPublic: 'Das ist keine Adresse des Gateways wie https://solar.example.',
    SignInText: 'Das fehlt, ist zu lang oder hat Zeichen, die niemand sieht.',
    SignInGroups: 'Eine Gruppe steht doppelt da, es sind zu viele, oder eine ist zu lang.',
    ValuesMissing: 'Etwas fehlt.',
  },
  goOn: (user) => `Weiter als ${user}`,
  byProxy: 'Der Proxy vor dem Gateway hat Sie angemeldet.',
  openid: {
    title: 'OpenID Connect',
    intro:
      'Für einen Anbieter, der weiß, wer jemand ist, wie Keycloak, Authentik oder Authelia. Angemeldet wird dort, und das Gateway sieht das Passwort nie.',
    enabled: 'Anmeldung durch den Anbieter',
    issuer: 'Adresse des Anbieters',
    issuerHint: 'So, wie der Anbieter sie selbst schreibt, ohne das, was in seinen Adressen folgt.',
    clientId: 'Client-ID',
    clientSecret: 'Client-Geheimnis',
    clientSecretHint: 'So, wie der Anbieter es vergeben hat; leer, wo er keines vergeben hat.',
    name: 'Text des Knopfes',
    publicAddress: 'Adresse des Gateways',
    publicHint:
      'Wo Browser es finden, etwa https://solar.example. Nennen Sie dem Anbieter diese Adresse mit /login als Rückweg.',
    userClaim: 'Claim mit dem Namen',
    groupsClaim: 'Claim mit den Gruppen',
    admins: 'Gruppen der Administratoren',
    operators: 'Gruppen der Bediener',
    viewers: 'Gruppen der Betrachter',
    groupsHint: 'Eine je Zeile. Von mehreren, in denen jemand ist, zählt die höchste.',
    strangers: 'Wer in keiner dieser Gruppen ist',
  },
  openidLogin: {
    or: 'oder',
    use: (name) => `Anmelden mit ${name}`,
    working: 'Anmeldung läuft …',
    notLetIn: 'Der Anbieter hat Sie nicht eingelassen.',
    results: {
      21109: 'Hier meldet sich niemand durch einen Anbieter an.',
      21110:
        'Der Anbieter antwortet nicht oder nicht so, wie er sollte. Melden Sie sich mit dem Passwort an, oder versuchen Sie es später erneut.',
      21111: 'Das hat zu lange gedauert oder in einem anderen Browser begonnen. Versuchen Sie es erneut.',
      21112: 'Das Gateway nimmt nicht an, was der Anbieter sagt.',
      21113: 'Der Anbieter kennt Sie, aber hier dürfen Sie sich nicht anmelden.',
      21114: 'Die Uhren des Gateways und des Anbieters gehen verschieden. Stellen Sie sie zuerst.',
      21115: 'Der Anbieter kann jetzt fragen, wer Sie sind.',
      21116: 'Sie sind angemeldet.',
    },
  },
};
