import type { ControlMessages } from './control-en.ts';

/** German: the dialogs for limit and power, and what was asked of an inverter. */
export const controlDe: ControlMessages = {
  lastOrder: 'Letzter Auftrag',
  status: { Ok: 'Ok', Pending: 'Ausstehend', Failure: 'Fehlgeschlagen', Unknown: 'Unbekannt' },
  statusNote: {
    Ok: 'Kein Auftrag steht aus.',
    Pending: 'Der Auftrag ist unterwegs; der Wechselrichter hat ihn noch nicht bestätigt.',
    Failure:
      'Der Wechselrichter hat nicht geantwortet. Das Gateway versucht es von selbst wieder, sobald er an der Reihe ist.',
    Unknown: 'Das Gateway sagt nicht, was aus dem letzten Auftrag geworden ist.',
  },
  stale: 'Was hier steht, ist von vorhin.',
  gone: 'Diesen Wechselrichter kennt das Gateway nicht mehr. Ein Auftrag wird ihn nicht erreichen.',
  sending: 'Wird gesendet …',
  perhapsTaken: {
    limit:
      'Ob der Auftrag angekommen ist, ist nicht bekannt. Sehen Sie sich das aktuelle Limit an, sobald das Gateway antwortet, und senden Sie den Auftrag bei Bedarf erneut.',
    power:
      'Ob der Auftrag angekommen ist, ist nicht bekannt. Sehen Sie nach, was der Wechselrichter tut, sobald das Gateway antwortet, und senden Sie den Auftrag bei Bedarf erneut.',
  },
  answersAgain: 'Das Gateway hat nicht geantwortet; jetzt antwortet es wieder.',

  limit: {
    current: 'Aktuelles Limit',
    notKnown: 'noch nicht bekannt',
    value: 'Neues Limit',
    unit: 'Einheit',
    percent: 'Prozent (%)',
    watt: 'Watt (W)',
    range: (min, max) => `Erlaubt: ${min} bis ${max}`,
    rangeFallback: (min, max) =>
      `Erlaubt: ${min} bis ${max} (das Maximum des Wechselrichters selbst ist noch nicht bekannt)`,
    empty: 'Geben Sie ein Limit ein.',
    notANumber: 'Geben Sie eine Zahl ohne Buchstaben oder Zeichen ein, zum Beispiel 50.',
    fraction: 'Geben Sie eine ganze Zahl ein: Das Gateway nimmt keine Bruchteile an.',
    outOfRange: (min, max) => `Das Limit muss zwischen ${min} und ${max} liegen.`,
    absoluteHint:
      'Ist das Maximum des Wechselrichters bekannt, folgt das angezeigte aktuelle Limit sofort, sonst nach etwa 4 Minuten.',
    setTemporary: 'Nicht dauerhaft setzen',
    temporaryNote: 'Bis der Wechselrichter das nächste Mal ohne Strom ist, spätestens heute Nacht.',
    setPersistent: 'Dauerhaft setzen',
    persistentNote: 'Der Wechselrichter behält es über Nacht und nach einem Neustart.',
  },

  power: {
    on: 'Einschalten',
    onNote: 'Der Wechselrichter produziert wieder.',
    off: 'Ausschalten',
    offNote: 'Der Wechselrichter produziert nicht mehr, bis er wieder eingeschaltet wird.',
    restart: 'Neustart',
    restartNote: 'Der Wechselrichter fängt von vorne an und schweigt eine Weile.',
    askOff: (name) => `${name} ausschalten?`,
    askOffNote: 'Er hört sofort auf zu produzieren und liefert nichts, bis ihn jemand wieder einschaltet.',
    confirmOff: 'Ja, ausschalten',
    askRestart: (name) => `${name} neu starten?`,
    askRestartNote:
      'Er schweigt eine Weile und produziert währenddessen nichts. Sein heutiger Ertrag beginnt wieder bei null, und ein nicht dauerhaftes Limit geht verloren.',
    confirmRestart: 'Ja, neu starten',
  },

  asked: {
    label: 'Aufträge',
    power: { on: 'Einschalten', off: 'Ausschalten', restart: 'Neustart' },
    waiting: (what) => `${what} angefordert, wartet auf Bestätigung durch den Wechselrichter`,
    failed: (what) =>
      `${what} nicht bestätigt; das Gateway versucht es wieder, sobald der Wechselrichter an der Reihe ist`,
    unknown: (what) => `${what} angefordert; was daraus wurde, ist im Moment nicht bekannt`,
    accepted: (what) => `${what} angenommen; das angezeigte Limit folgt in etwa 4 Minuten`,
    unread: (what) =>
      `${what} angefordert; das Gateway war zwischendurch nicht erreichbar. Das Limit zeigt es, sobald es gelesen ist`,
    unclearLimit: (what) =>
      `Der Wechselrichter meldet ${what}. Ob er das über Nacht behält, ist nicht sicher: Das Gateway war zwischendurch nicht erreichbar`,
    unclearPower: (what) =>
      `${what} angefordert; das Gateway war zwischendurch nicht erreichbar. Prüfen Sie, ob der Wechselrichter es getan hat`,
    different: (reported, what) =>
      `Der Wechselrichter meldete ${reported} statt ${what}: Ein anderer Auftrag oder ein Neustart kam dazwischen`,
    removed: (what) => `${what} angefordert; diesen Wechselrichter kennt das Gateway nicht mehr`,
    settling: {
      on: 'Einschalten vom Wechselrichter angenommen; wartet, bis er produziert',
      off: 'Ausschalten vom Wechselrichter angenommen; wartet, bis er nicht mehr produziert',
    },
    contradicted: {
      on: 'Einschalten nicht bestätigt: Der Wechselrichter produziert nicht. Vielleicht ist es zu dunkel, oder ein anderer Auftrag kam dazwischen',
      off: 'Ausschalten nicht bestätigt: Der Wechselrichter produziert noch. Vielleicht kam ein anderer Auftrag dazwischen',
    },
    acceptedRestart: (name) => `${name}: Neustart, vom Wechselrichter angenommen.`,
    confirmed: (name, what) => `${name}: ${what}, vom Wechselrichter bestätigt.`,
    dismiss: 'Diese Meldung wegräumen',
    inTab: 'Auftrag offen',
  },
};
