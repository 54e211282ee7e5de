import type { Texts } from '../texts.ts';

/** German: one site of a fleet. */
export const texts: Texts['fleetSite'] = {
  gone: 'Diese Anlage gibt es nicht',
  goneText: 'Sie wurde entfernt, oder sie ist in einer Gruppe, die Sie nicht sehen.',
  now: 'Jetzt',
  lastValues: 'Letzte Werte',
  heard: 'Zuletzt gehört',
  inverters: 'Wechselrichter, die antworten',
  of: (some, all) => `${some} von ${all}`,
  producing: 'Wechselrichter, die liefern',
  place: 'Ort',
  id: 'Kennung',
  group: 'Gruppe',
  clockAt: 'Ihre Uhr zeigt',
  gateway: 'Ihr Gateway öffnen',
  gatewayNote:
    'Grenzen, Schalter und Einstellungen sind am Gateway selbst. Oft ist es nur aus seinem eigenen Netz zu erreichen.',
  power: 'Leistung eines Tages',
  energy: 'Energie der letzten 31 Tage',
  day: 'Tag',
  dayBefore: 'Tag davor',
  dayAfter: 'Tag danach',
  whoseDays:
    'Tage und Zeiten sind die dieses Browsers. „Heute“ oben zählen die Wechselrichter, meist seit ihrer eigenen Mitternacht.',
  noReadings: 'An diesem Tag wurde nichts gemessen.',
  noDays: 'An keinem dieser Tage wurde etwas gemessen.',
  curves: {
    ofAll: (sites: string) => `Alle Anlagen, die Sie sehen, zusammen: ${sites}.`,
    ofGroup: (name: string, sites: string) => `Die Gruppe ${name} zusammen: ${sites}.`,
    missing: 'Wo eine Anlage nichts gemessen hat, fehlt sie in der Summe.',
    notNarrowed: 'Suche und Zustand ändern daran nichts.',
    withoutGroup: 'Kurven gibt es von allen Anlagen und von jeder Gruppe. Wählen Sie das unter Gruppe aus.',
  },
  edit: 'Name, Gruppe und Ort',
  name: 'Name',
  nameHint: 'Leer: wie ihr Gateway sie nennt.',
  latitude: 'Breite',
  longitude: 'Länge',
  placeHint: 'Leer: wie ihr Gateway sagt.',
  placeBad: 'Geben Sie Grade ein, etwa 48,14; beide oder keinen.',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  saved: 'Gespeichert.',
  restored: 'Was Sie vorher eingegeben hatten, ist wieder da. Es ist noch nicht gespeichert.',
  passwordAndRemoval: 'Neues Passwort, oder Anlage entfernen',

  states: {
    never:
      'Von dieser Anlage ist noch nichts gekommen. Tragen Sie Broker, Basis-Topic und Passwort in ihr Gateway ein, schalten Sie dort unter Zeitreihen „Einer Flottenseite über MQTT von dieser Anlage berichten“ ein, und prüfen Sie, ob es den Broker erreicht.',
    unknown:
      'Seit dem Start dieser Seite ist von dieser Anlage nichts gekommen. Wenn sie da ist, wird sie in wenigen Sekunden gehört.',
    offline:
      'Ihr Gateway hat den Broker verlassen. Prüfen Sie vor Ort, ob es Strom hat und ins Internet kommt; die Werte unten sind die letzten.',
    silent:
      'Seit einer Weile kommt nichts, obwohl sich ihr Gateway nicht abgemeldet hat. Wahrscheinlich ist die Verbindung gestört; die Werte unten sind die letzten.',
    refused:
      'Was von dieser Anlage kommt, ergibt keinen Sinn und wird nicht gezeigt. Die Werte unten sind die letzten brauchbaren.',
    alertInverters: (answering, all) =>
      `Nur ${answering} von ${all} Wechselrichtern antworten am Tag. Sehen Sie an ihrem Gateway nach, welche nicht.`,
    alertFindings: {
      one: '# schwacher String wurde gefunden.',
      other: '# schwache Strings wurden gefunden.',
    },
    alertAlerts: { one: '# Meldung ist offen.', other: '# Meldungen sind offen.' },
    alertLook: 'Ihr Gateway sagt mehr dazu.',
  },
  problems: {
    garbage:
      'Ihre Nachrichten sind keine Zusammenfassung. Aktualisieren Sie das Gateway, oder sehen Sie nach, ob ein anderes Programm am Broker ihren Namen benutzt.',
    'too-large':
      'Ihre Nachrichten sind größer, als eine Zusammenfassung sein darf. Aktualisieren Sie das Gateway, oder sehen Sie nach, ob ein anderes Programm am Broker ihren Namen benutzt.',
    clock:
      'Die Uhr ihres Gateways geht um mehr als zwei Minuten falsch, darum werden Messwerte zu falschen Zeiten gespeichert. Prüfen Sie den Zeitserver in seinen Einstellungen.',
    'comes-and-goes':
      'Sie verbindet sich wieder und wieder mit dem Broker. Meist hat ein anderes Gateway dieselbe MQTT-Client-ID, und sie verdrängen einander: Setzen Sie in den MQTT-Einstellungen ihres Gateways eine andere.',
    'same-name':
      'Eine andere Anlage heißt genauso. Geben Sie einer von beiden hier oder an ihrem Gateway einen anderen Namen.',
    'readings-refused':
      'Einige ihrer Messwerte werden nicht genommen, weil sie keinen Sinn ergeben oder einer anderen Anlage gehören. Prüfen Sie in ihrem Gateway unter Zeitreihen zuerst „Name dieser Anlage“: Dort muss die Kennung dieser Anlage stehen. Prüfen Sie dann Benutzer und Adresse.',
    'too-many-series':
      'Sie sendet Messwerte von mehr Wechselrichtern oder Strings, als eine Anlage haben darf; was darüber ist, wird nicht gespeichert. Teilen Sie sie in zwei Anlagen.',
  },
};
