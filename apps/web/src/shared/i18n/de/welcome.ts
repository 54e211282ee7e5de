import type { Texts } from '../texts.ts';

/** German: the guide of a fresh gateway. */
export const texts: Texts['welcome'] = {
  progress: (step, steps) => `Schritt ${step} von ${steps}`,
  back: 'Zurück',
  skip: 'Überspringen',
  next: 'Weiter',
  later: 'Später',
  working: 'Einen Moment…',
  logIn: 'Anmelden',
  steps: {
    language: 'Sprache',
    password: 'Passwort',
    time: 'Zeitzone und Ort',
    inverters: 'Wechselrichter',
    names: 'Namen und Spitzenleistungen',
    broker: 'MQTT',
    done: 'Fertig',
  },
  intro:
    'Sieben kurze Schritte richten Ihr Gateway ein. Jeden können Sie überspringen und in den Einstellungen wiederfinden.',
  language: 'Welche Sprache möchten Sie lesen?',
  restoreInstead: 'Stattdessen eine Sicherung wiederherstellen',

  passwordIntro:
    'Wählen Sie das Passwort des Benutzers admin. Solange es keines gibt, kann nur der Rechner des Gateways selbst etwas ändern.',
  restoreNext: 'Nach diesem Schritt wählen Sie die Datei der Sicherung.',
  codeWhere:
    'Sie sind an einem anderen Rechner. Deshalb fragt das Gateway nach dem Code, den es beim Start ausgegeben hat: im Terminal oder in der Ausgabe seines Containers oder Dienstes. Die Zeile sieht so aus:',
  code: 'Code',
  codeHint: 'Acht Buchstaben und Ziffern; jeder Start macht neue.',
  codeMissing: 'Geben Sie den Code ein, den das Gateway beim letzten Start ausgegeben hat.',
  codeForm: 'Der Code hat acht Buchstaben und Ziffern, wie K7PM-3XQW.',
  password: 'Passwort',
  passwordHint: (min) => `Mindestens ${min} Zeichen.`,
  passwordLength: (min, max) => `Das Passwort braucht ${min} bis ${max} Zeichen.`,
  passwordAgain: 'Passwort noch einmal',
  passwordDiffers: 'Die beiden Passwörter sind nicht gleich.',
  weak: 'Das ist eines der ersten, die jemand erraten würde. Ein längeres ist besser.',
  passwordSet: 'Das Gateway hat ein Passwort, und Sie sind angemeldet.',
  passwordThere: 'Das Gateway hat schon ein Passwort. Melden Sie sich damit an, um weiterzumachen.',
  /** After the login on a gateway that ran before there was a guide. */
  known: {
    title: 'Wählen Sie ein eigenes Passwort',
    text: 'Der Benutzer admin hat noch das Passwort, mit dem jedes neue Gateway beginnt. Jeder kann es nachlesen: Wer in Ihrem Netz ist, kann hier alles ändern. Programme, die sich damit anmelden, brauchen dann auch das neue.',
    save: 'Passwort setzen',
    guide: 'Alle Einstellungen mit der Anleitung durchgehen',
    changed: 'Das Passwort wurde inzwischen geändert. Melden Sie sich mit dem neuen noch einmal an.',
  },
  notLoggedIn: 'Das Standardpasswort gilt nicht mehr. Bitte wählen Sie eines.',
  results: {
    21501: 'Das Passwort ist gesetzt.',
    21502:
      'Das ist nicht der Code des letzten Starts. Sehen Sie in der neuesten Zeile nach: Ein älterer gilt nicht mehr.',
    21503: 'Inzwischen wurde ein Passwort gesetzt. Laden Sie die Seite neu und melden Sie sich damit an.',
    21504: 'Dieses Passwort kennt jeder. Wählen Sie ein anderes.',
    21505: 'Zu viele Codes waren falsch. Bitte warten Sie einen Moment.',
  },

  zone: 'Zeitzone',
  zoneHint: 'Daran erkennt das Gateway, wann ein Tag beginnt.',
  placeNote:
    'Aus dem Ort der Anlage weiß das Gateway, wann die Sonne auf- und untergeht. Ein Ort in der Nähe genügt.',
  latitude: 'Breite',
  latitudeHint: 'In Grad, etwa 52,5; südlich des Äquators mit Minus.',
  longitude: 'Länge',
  longitudeHint: 'In Grad, etwa 13,4; westlich von Greenwich mit Minus.',
  noDegrees: 'Geben Sie Grad als Zahl ein, etwa 52,5, oder lassen Sie das Feld leer.',
  takeLocation: 'Standort dieses Browsers verwenden',
  locating: 'Der Browser wird gefragt…',
  noLocation: 'Der Browser verrät seinen Standort nicht. Geben Sie ihn von Hand ein.',

  invertersIntro: 'Wo sind Ihre Wechselrichter?',
  device: 'Ein Gerät mit OpenDTU oder ein anderes Heliograph',
  anotherDevice: 'Noch ein Gerät',
  deviceLive: {
    one: 'Es antwortet, mit # Wechselrichter.',
    other: 'Es antwortet, mit # Wechselrichtern.',
  },
  deviceConnecting: 'Es hat noch nicht geantwortet.',
  radio: 'Funkmodul an diesem Rechner',
  radioText:
    'Mit einem nRF24L01+ an diesem Rechner wird das Gateway mit --radio nrf24 gestartet. Ohne das ist sein eigener Funk simuliert, und Wechselrichter auf einem Dach kommen über ein Gerät.',
  radioRuns:
    'Das Gateway wurde mit einem Funkmodul gestartet und spricht selbst mit Wechselrichtern. Fügen Sie diese mit ihren Seriennummern hinzu.',
  radioHow: 'Wie ein Funkmodul angeschlossen wird',
  radioState: 'Was mit dem Funkmodul nicht stimmt',
  radioLink: 'Zu den Wechselrichtern des Funks',
  simulated: 'Simulierte Anlage',
  simulatedText: 'Was Sie ohne Gerät sehen, ist erfunden, damit Sie sich erst alles ansehen können.',
  simulatedBeside: {
    one: '# simulierter Wechselrichter ist noch da und zählt in allen Summen mit.',
    other: '# simulierte Wechselrichter sind noch da und zählen in allen Summen mit.',
  },
  removeSimulated: 'Simulierte Wechselrichter entfernen',
  keepSimulated: 'Simulierte Anlage zeigen',

  namesIntro:
    'Wie Ihre Wechselrichter heißen, und was die Module an jedem Eingang leisten können. An der Spitzenleistung erkennt das Gateway, wann ein String zu schwach ist.',
  noInverters: 'Es gibt noch keine Wechselrichter. Sobald ein Gerät antwortet, stehen seine hier.',
  inverterName: 'Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  peakPower: (number) => `Spitzenleistung von String ${number}`,

  brokerIntro: 'Haben Sie einen MQTT-Broker, etwa für Home Assistant? Sonst überspringen Sie diesen Schritt.',
  broker: 'Broker',
  brokerHint: 'Name oder Adresse, ohne Port.',
  brokerMissing: 'Geben Sie den Namen oder die Adresse des Brokers ein.',
  brokerPort: 'Port',
  brokerUser: 'Benutzername',
  brokerUserHint: 'Leer: ohne Anmeldung.',
  brokerPassword: 'Passwort',
  brokerTls: 'TLS',

  makes: (name, power) => `${name} macht ${power}.`,
  waitingForValues: 'Der erste Wert wird erwartet…',
  noValuesYet: 'Es gibt noch keine Werte: Fügen Sie ein Gerät oder einen Wechselrichter hinzu.',
  isSet: (step) => `${step}: eingerichtet`,
  isSkipped: (step) => `${step}: übersprungen`,
  places: {
    password: 'Sicherheit',
    time: 'NTP-Einstellungen',
    inverters: 'Quellen',
    names: 'Wechselrichter',
    broker: 'MQTT-Einstellungen',
  },
  foundAgain: 'Alles lässt sich später ändern. Diese Anleitung finden Sie auf der Seite Über wieder.',
  openLiveView: 'Live-Ansicht öffnen',
};
