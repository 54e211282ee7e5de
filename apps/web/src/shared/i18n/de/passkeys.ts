import type { Texts } from '../texts.ts';

/** German: logging in with a passkey. */
export const texts: Texts['passkeys'] = {
  login: {
    or: 'oder',
    use: 'Passkey verwenden',
    asking: 'Ihr Gerät ist dran …',
    insecure: 'Für dieses Gateway gibt es Passkeys, aber Browser verwenden sie nur über HTTPS.',
    elsewhere: (hosts) =>
      `Es gibt Passkeys für ${hosts}. Um einen zu verwenden, öffnen Sie das Gateway unter diesem Namen.`,
    cancelled:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich mit dem Passwort an.',
    notPossible: (reason) => `Der Browser konnte keinen Passkey verwenden: ${reason}`,
  },
  card: {
    title: 'Passkeys',
    intro:
      'Ein Passkey meldet Sie mit Finger, Gesicht oder PIN an statt mit dem Passwort, das weiter gilt. Ihr Telefon, Ihr Rechner oder ein Schlüssel bewahrt ihn auf, nie das Gateway.',
    none: 'Sie haben noch keinen Passkey.',
    add: 'Passkey hinzufügen',
    adding: 'Ihr Gerät ist dran …',
    name: 'Was ihn aufbewahrt',
    nameHint: 'Zum Beispiel mein Telefon.',
    nameMissing: 'Sagen Sie, was den Passkey aufbewahrt.',
    go: 'Weiter',
    remove: 'Entfernen',
    removing: 'Wird entfernt …',
    removeOf: (name) => `Entfernen: ${name}`,
    removeTitle: 'Diesen Passkey entfernen?',
    removeText:
      'Niemand meldet sich mehr mit ihm an, und Anmeldungen mit ihm enden, vielleicht auch Ihre jetzige. Das Gerät, das ihn hat, zeigt ihn weiter, bis Sie ihn auch dort entfernen.',
    madeAt: (time) => `angelegt ${time}`,
    used: (ago) => `zuletzt verwendet vor ${ago}`,
    unused: 'noch nicht verwendet',
    isFor: (host) => `für ${host}`,
    elsewhere: (host) => `für ${host}; gilt hier nicht`,
    insecure:
      'Browser nehmen Passkeys nur über HTTPS, und diese Seite kam ohne. Die Anleitung sagt, wie man HTTPS einschaltet.',
    byAddress:
      'Ein Passkey gehört zu einem Namen. Öffnen Sie das Gateway unter seinem Namen statt seiner Adresse, um einen hinzuzufügen.',
    unable: 'Dieser Browser kennt keine Passkeys.',
    full: 'Es gibt so viele, wie es geben kann.',
    cancelled: 'Das Gerät hat keinen Passkey angelegt.',
    known: 'Dieses Gerät hat für dieses Konto schon einen Passkey.',
    added: 'Der Passkey wurde hinzugefügt.',
    removed: 'Der Passkey wurde entfernt.',
    confirm: 'Womit Sie hereinkommen, ändert nur, wer das jetzige Passwort kennt.',
  },
  others: {
    count: { one: '# Passkey', other: '# Passkeys' },
    remove: 'Alle Passkeys entfernen',
    removeOf: (name) => `Alle Passkeys von ${name} entfernen`,
    removed: 'Die Passkeys des Kontos wurden entfernt.',
    text: (name) => `${name} meldet sich dann mit dem Passwort an. Anmeldungen mit einem Passkey enden.`,
  },
  results: {
    21060: 'Die Passkeys wurden geändert.',
    21061:
      'Browser verwenden Passkeys nur über HTTPS und nur, wo das Gateway unter einem Namen statt seiner Adresse geöffnet wurde.',
    21062: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
    21063: 'Das Gateway kennt diesen Passkey nicht oder nimmt ihn nicht an.',
    21064: 'Der Browser kann jetzt nach dem Passkey fragen.',
    21065:
      'Der Passkey zählt rückwärts, also gibt es vielleicht eine Kopie von ihm. Er wurde abgelehnt. Melden Sie sich mit dem Passwort an und entfernen Sie ihn.',
    21066: 'Sie sind angemeldet.',
  },
};
