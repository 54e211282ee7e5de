import type { Texts } from '../texts.ts';

/** German: the dialogs for limit and power, and orders that are pending. */
export const texts: Texts['control'] = {
  lastOrder: 'Letzter Befehl',
  status: { Ok: 'Ok', Pending: 'Ausstehend', Failure: 'Fehlgeschlagen', Unknown: 'Unbekannt' },
  statusNote: {
    Ok: 'Kein ausstehender Befehl.',
    Pending: 'Der Wechselrichter hat den Befehl noch nicht bestätigt.',
    Failure: 'Der Wechselrichter hat nicht geantwortet. Das Gateway versucht es weiter.',
    Unknown: 'Das Ergebnis des letzten Befehls ist nicht bekannt.',
  },
  stale: 'Diese Werte sind möglicherweise veraltet.',
  gone: 'Dieser Wechselrichter wurde entfernt. Befehle erreichen ihn nicht mehr.',
  sending: 'Wird gesendet …',
  perhapsTaken: {
    limit:
      'Es ist nicht bekannt, ob der Befehl angekommen ist. Prüfen Sie die aktuelle Begrenzung, bevor Sie ihn erneut senden.',
    power:
      'Es ist nicht bekannt, ob der Befehl angekommen ist. Prüfen Sie, ob der Wechselrichter produziert, bevor Sie den Befehl erneut senden.',
  },
  answersAgain: 'Das Gateway antwortet wieder.',

  limit: {
    current: 'Aktuelle Begrenzung',
    notKnown: 'noch nicht bekannt',
    lastKnown: 'zuletzt bekannt, nicht bestätigt',
    value: 'Neue Begrenzung',
    unit: 'Einheit',
    percent: 'Prozent (%)',
    watt: 'Watt (W)',
    range: (min, max) => `Erlaubt: ${min} bis ${max}`,
    rangeFallback: (min, max) =>
      `Erlaubt: ${min} bis ${max} (die Maximalleistung des Wechselrichters ist noch nicht bekannt)`,
    empty: 'Geben Sie eine Begrenzung ein.',
    notANumber: 'Geben Sie eine Zahl ein, zum Beispiel 50.',
    fraction: 'Geben Sie eine ganze Zahl ein.',
    outOfRange: (min, max) => `Die Begrenzung muss zwischen ${min} und ${max} liegen.`,
    absoluteHint:
      'Ist die Maximalleistung des Wechselrichters bekannt, wird die aktuelle Begrenzung sofort aktualisiert, sonst nach etwa 4 Minuten.',
    setTemporary: 'Bis heute Nacht begrenzen',
    temporaryNote: 'Gilt, bis der Wechselrichter keinen Strom mehr hat, spätestens bis heute Nacht.',
    setPersistent: 'Dauerhaft begrenzen',
    persistentNote: 'Der Wechselrichter behält sie über Nacht und nach einem Neustart.',
  },

  power: {
    on: 'Einschalten',
    onNote: 'Der Wechselrichter produziert wieder.',
    off: 'Ausschalten',
    offNote: 'Der Wechselrichter produziert nicht mehr, bis er wieder eingeschaltet wird.',
    restart: 'Neustart',
    restartNote: 'Der Wechselrichter startet neu und ist kurz nicht erreichbar.',
    askOff: (name) => `${name} ausschalten?`,
    askOffNote: 'Er hört sofort auf zu produzieren und bleibt aus, bis er wieder eingeschaltet wird.',
    confirmOff: 'Ja, ausschalten',
    askRestart: (name) => `${name} neu starten?`,
    askRestartNote:
      'Er ist kurz nicht erreichbar und produziert solange nichts. Der heutige Ertrag beginnt wieder bei null, und eine nicht dauerhafte Begrenzung geht verloren.',
    confirmRestart: 'Ja, neu starten',
  },

  orders: {
    label: 'Befehle',
    power: { on: 'Einschalten', off: 'Ausschalten', restart: 'Neustart' },
    waiting: (what) => `${what} angefordert, wartet auf den Wechselrichter`,
    failed: (what) => `${what} nicht bestätigt; das Gateway versucht es weiter`,
    unknown: (what) => `${what} angefordert; das Ergebnis ist im Moment nicht bekannt`,
    accepted: (what) => `${what} angenommen; die aktuelle Begrenzung wird in etwa 4 Minuten aktualisiert`,
    unread: (what) =>
      `${what} angefordert, aber das Gateway war zwischendurch nicht erreichbar. Die Begrenzung wird angezeigt, sobald sie gelesen ist`,
    unclearLimit: (what) =>
      `Der Wechselrichter meldet ${what}. Vielleicht behält er das nicht über Nacht: Das Gateway war zwischendurch nicht erreichbar`,
    unclearPower: (what) =>
      `${what} angefordert, aber das Gateway war zwischendurch nicht erreichbar. Prüfen Sie, ob es ausgeführt wurde`,
    different: (reported, what) =>
      `Der Wechselrichter meldet ${reported} statt ${what}: Ein anderer Befehl oder ein Neustart kam dazwischen`,
    removed: (what) => `${what} angefordert; der Wechselrichter wurde entfernt`,
    settling: {
      on: 'Einschalten angenommen; der nächste Messwert zeigt es',
      off: 'Ausschalten angenommen; der nächste Messwert zeigt es',
    },
    contradicted: {
      on: 'Einschalten nicht bestätigt: Der Wechselrichter produziert nicht. Vielleicht ist es zu dunkel, oder ein anderer Befehl kam dazwischen',
      off: 'Ausschalten nicht bestätigt: Der Wechselrichter produziert noch. Vielleicht kam ein anderer Befehl dazwischen',
    },
    acceptedRestart: (name) => `${name}: Neustart vom Wechselrichter angenommen.`,
    confirmed: (name, what) => `${name}: ${what} vom Wechselrichter bestätigt.`,
    dismiss: 'Ausblenden',
    inTab: 'Befehl ausstehend',
  },
};
