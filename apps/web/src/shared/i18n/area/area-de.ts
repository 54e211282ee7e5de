import type { AreaMessages } from './area-en.ts';
import { commonDe } from './common-de.ts';
import { consoleDe } from './console-de.ts';
import { controlDe } from './control-de.ts';
import { deviceDe } from './device-de.ts';
import { eventsDe } from './events-de.ts';
import { infoDe } from './info-de.ts';
import { invertersDe } from './inverters-de.ts';
import { maintenanceDe } from './maintenance-de.ts';
import { mqttDe } from './mqtt-de.ts';
import { networkDe } from './network-de.ts';
import { refusalsDe } from './refusals-de.ts';
import { settingsDe } from './settings-de.ts';
import { timeDe } from './time-de.ts';

/** German: what all pages but the live view need. */
export const areaDe = {
  notFound:
    'Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben, oder der Link enthält einen Tippfehler.',

  login: {
    userName: 'Benutzername',
    password: 'Passwort',
    userNameHint: (name) => `Der Benutzer heißt ${name}.`,
    userNameRequired: 'Benutzername wird benötigt',
    passwordRequired: 'Passwort wird benötigt',
    submit: 'Anmelden',
    working: 'Anmeldung läuft …',
    invalid: 'Ungültige Zugangsdaten',
    throttled: 'Zu viele Versuche. Bitte warten Sie etwas und versuchen Sie es erneut.',
    throttledFor: (duration) =>
      `Zu viele Versuche. Bitte warten Sie ${duration} und versuchen Sie es erneut.`,
    notUnderstood: 'Die Antwort war nicht lesbar. Ist das die Adresse des Gateways?',
    failed: (reason) => `Anmeldung fehlgeschlagen: ${reason}`,
    ended: 'Ihre Anmeldung ist abgelaufen. Melden Sie sich erneut an, um dort weiterzumachen, wo Sie waren.',
    done: 'Sie sind angemeldet.',
    loggedIn: (name) => `Sie sind als ${name} angemeldet.`,
    goOn: (page) => `Weiter zu „${page}“`,
  },

  common: commonDe,
  control: controlDe,
  events: eventsDe,
  inverters: invertersDe,
  settings: settingsDe,
  network: networkDe,
  mqtt: mqttDe,
  time: timeDe,
  device: deviceDe,
  info: infoDe,
  console: consoleDe,
  maintenance: maintenanceDe,
  refusals: refusalsDe,

  apiresponse: {
    1001: 'Einstellungen gespeichert!',
    1002: 'Keine Werte gefunden!',
    1003: 'Zu viele Daten!',
    1004: 'Die Daten konnten nicht gelesen werden!',
    1005: 'Es fehlen Werte!',
    2001: 'Die Seriennummer darf nicht null sein!',
    2002: 'Das Abfrageintervall muss größer als null sein!',
    2003: 'Ungültige Sendeleistung!',
    3001: 'Es wurde nichts gelöscht!',
    3002: 'Konfiguration zurückgesetzt, Neustart läuft',
    4001: 'Die Seriennummer darf nicht null sein!',
    4002: 'Der Name muss 1 bis {max} Zeichen lang sein!',
    4003: 'Es werden nur {max} Wechselrichter unterstützt!',
    4004: 'Wechselrichter angelegt!',
    4005: 'Ungültige ID angegeben!',
    4006: 'Ungültige Anzahl von String-Einstellungen!',
    4007: 'Wechselrichter geändert!',
    4008: 'Wechselrichter gelöscht!',
    5001: 'Die Seriennummer darf nicht null sein!',
    5002: 'Die Begrenzung muss zwischen 1 und {max} liegen!',
    5003: 'Ungültige Art der Begrenzung!',
    5004: 'Unbekannter Wechselrichter!',
    6001: 'Neustart ausgelöst!',
    6002: 'Neustart abgebrochen!',
    7001: 'Der MQTT-Server muss 1 bis {max} Zeichen lang sein!',
    7002: 'Der MQTT-Benutzername darf höchstens {max} Zeichen lang sein!',
    7003: 'Das MQTT-Passwort darf höchstens {max} Zeichen lang sein!',
    7004: 'Das Basis-Topic darf höchstens {max} Zeichen lang sein!',
    7005: 'Das Basis-Topic darf keine Leerzeichen, + oder # enthalten!',
    7006: 'Das Topic muss mit einem Schrägstrich (/) enden!',
    7007: 'Der Port muss eine Zahl zwischen 1 und 65535 sein!',
    7008: 'Das CA-Zertifikat darf höchstens {max} Zeichen lang sein!',
    7009: 'Das Last-Will-Topic darf höchstens {max} Zeichen lang sein!',
    7010: 'Das Last-Will-Topic darf keine Leerzeichen, + oder # enthalten!',
    7011: 'Der Online-Text darf höchstens {max} Zeichen lang sein!',
    7012: 'Der Offline-Text darf höchstens {max} Zeichen lang sein!',
    7013: 'Das Veröffentlichungsintervall muss zwischen {min} und {max} Sekunden liegen!',
    7014: 'Das Topic-Präfix darf höchstens {max} Zeichen lang sein!',
    7015: 'Das Topic-Präfix darf keine Leerzeichen, + oder # enthalten!',
    8001: 'Die IP-Adresse ist ungültig!',
    8002: 'Die Netzmaske ist ungültig!',
    8003: 'Das Standardgateway ist ungültig!',
    8004: 'Der DNS-Server 1 ist ungültig!',
    8005: 'Der DNS-Server 2 ist ungültig!',
    9001: 'Der Zeitserver muss 1 bis {max} Zeichen lang sein!',
    9002: 'Die Zeitzonenregel muss 1 bis {max} Zeichen lang sein!',
    9003: 'Der Zeitzonenname muss 1 bis {max} Zeichen lang sein!',
    9004: 'Das Jahr muss zwischen {min} und {max} liegen!',
    9005: 'Der Monat muss zwischen {min} und {max} liegen!',
    9006: 'Der Tag muss zwischen {min} und {max} liegen!',
    9007: 'Die Stunde muss zwischen {min} und {max} liegen!',
    9008: 'Die Minute muss zwischen {min} und {max} liegen!',
    9009: 'Die Sekunde muss zwischen {min} und {max} liegen!',
    9010: 'Uhrzeit gestellt!',
    9011: 'Der Breitengrad muss zwischen {min} und {max} liegen!',
    9012: 'Der Längengrad muss zwischen {min} und {max} liegen!',
    9013: 'Breiten- und Längengrad gehören zusammen: Füllen Sie beide Felder aus oder keines!',
    10001: 'Das Passwort muss 8 bis {max} Zeichen lang sein!',
    10002: 'Anmeldung erfolgreich!',
    11001: 'Die Seriennummer darf nicht null sein!',
    11002: 'Unbekannter Wechselrichter!',
    12001: 'Der Profilname muss 1 bis {max} Zeichen lang sein!',
  },
} satisfies AreaMessages;
