import { EVENT_TEXTS_DE } from '@heliograph/contract';
import type { Texts } from '../texts.ts';

/** German: event log and device info. */
export const texts: Texts['events'] = {
  eventLog: {
    title: 'Ereignisse',
    start: 'Beginn',
    stop: 'Ende',
    id: 'ID',
    message: 'Meldung',
    stillActive: 'Noch aktiv',
    isNew: 'Neu',
    unknownEvent: EVENT_TEXTS_DE.unknown,
    loading: 'Das Ereignisprotokoll wird geladen …',
    events: { one: '# Ereignis, neueste zuerst', other: '# Ereignisse, neueste zuerst' },
    activeEvents: { one: '# noch aktiv', other: '# noch aktiv' },
    newEvents: {
      one: '# neu seit dem letzten Ansehen',
      other: '# neu seit dem letzten Ansehen',
    },
    allNew: 'alle neu: hier zum ersten Mal geöffnet',
    empty: 'Keine Ereignisse.',
    emptyNext:
      'Ereignisse erscheinen hier automatisch, sobald der Wechselrichter eines meldet. Die Liste ist auch leer, solange das Gateway das Protokoll nach einem Start noch nicht gelesen hat.',
    noneKnown: 'Noch keine Ereignisse bekannt.',
    noneKnownNext:
      'Der Wechselrichter hat seit dem Start des Gateways noch nicht geantwortet. Sobald er antwortet, erscheinen seine Ereignisse hier automatisch.',
    notThere:
      'Das Gateway hat kein Ereignisprotokoll für diesen Wechselrichter. Vielleicht wurde der Wechselrichter entfernt.',
    stale: 'Die folgende Liste ist möglicherweise veraltet.',
    refused: {
      one: '# Eintrag ist ungültig und wird nicht angezeigt.',
      other: '# Einträge sind ungültig und werden nicht angezeigt.',
    },
    note: 'Der Wechselrichter meldet höchstens 15 Ereignisse, mit Uhrzeit in der Zeitzone des Gateways, aber ohne Datum.',
    withDates: 'Alle Ereignisse mit Datum',
  },
  deviceInfo: {
    title: 'Geräteinfo',
    loading: 'Die Geräteinfo wird geladen …',
    model: 'Modell',
    maxPower: 'Erkannte Maximalleistung',
    bootloader: 'Bootloader-Version',
    firmware: 'Firmware-Version',
    buildDate: 'Firmware erstellt am',
    partNumber: 'Hardware-Teilenummer',
    hardwareVersion: 'Hardware-Version',
    unknown: 'unbekannt',
    notYet: 'noch nicht bekannt',
    notReported: 'vom Gateway nicht gemeldet',
    copyPartNumber: 'Teilenummer kopieren',
    reportModel: (partNumber) =>
      `Dieses Modell ist noch nicht bekannt. Bitte melden Sie den Entwicklern der Gateway-Software die Teilenummer ${partNumber} zusammen mit dem Modell auf dem Typenschild.`,
    notValid: 'Der Wechselrichter hat seit dem Start des Gateways noch keine Geräteinfo gesendet.',
    notValidNext:
      'Das Gateway fragt sie nach den ersten Messwerten ab. Nachts antwortet der Wechselrichter nicht, erst wieder am Morgen. Dieses Fenster aktualisiert sich automatisch.',
    partMissing: 'Ein Teil der Antwort fehlt noch. Das Gateway fragt weiter danach.',
    notThere:
      'Das Gateway hat keine Geräteinfo zu diesem Wechselrichter. Vielleicht wurde der Wechselrichter entfernt.',
  },
  eventMessages: EVENT_TEXTS_DE.messages,
  hardwareFault: EVENT_TEXTS_DE.hardwareFault,
};
