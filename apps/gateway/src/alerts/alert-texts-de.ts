import type { AlertTexts } from './alert-wording.ts';

export const de: AlertTexts = {
  tag: 'de-DE',
  rules: {
    silent: ({ name }) => ({
      title: `${name} antwortet nicht`,
      text: 'Es ist Tag, der Wechselrichter müsste da sein. Prüfen Sie Sicherung, Kabel und Abstand zum Funkmodul.',
    }),
    weak: ({ name, string, value }, number) => ({
      title: `${name}, String ${string}: zu wenig Ertrag`,
      text: `Er liefert etwa ${number(value)} % des Erwarteten. Schmutz, Schatten oder ein Stecker kann der Grund sein.`,
    }),
    dead: ({ name, string }) => ({
      title: `${name}, String ${string}: kein Ertrag`,
      text: 'Seine Nachbarn liefern, er nicht. Prüfen Sie Stecker, Kabel und Modul.',
    }),
    order: ({ name, reason = '' }) => ({
      title: `${name}: ${reason.startsWith('power') ? 'Schalten' : 'Limit'} nicht bestätigt`,
      text: reason.endsWith('open')
        ? 'Der Wechselrichter hat den Befehl nicht rechtzeitig bestätigt; er wird weiter gesendet.'
        : reason.endsWith('refused')
          ? 'Der Wechselrichter oder sein Gerät hat den Befehl abgelehnt.'
          : 'Was der Wechselrichter seitdem tut, ist nicht das, was der Befehl will.',
    }),
    event: ({ name, value }) => ({
      title: `${name}: unbekanntes Ereignis ${value}`,
      text: 'Der Wechselrichter hat ein Ereignis in sein Protokoll geschrieben, das noch niemand erklärt hat.',
    }),
    restarts: ({ name, value }, number) => ({
      title: name === undefined ? 'Das Gateway startet oft neu' : `${name} startet oft neu`,
      text:
        name === undefined
          ? `Es ist in 24 Stunden ${number(value)}-mal gestartet. Netzteil oder Speicher kann der Grund sein.`
          : `In seinem Protokoll stehen ${number(value)} Starts. Ein loses Kabel oder das Netz kann der Grund sein.`,
    }),
    voltage: ({ name, value }, number) => ({
      title: `Netzspannung außerhalb des Bereichs: ${number(value, 1)} V`,
      text: `Gemessen von ${name}. Wechselrichter schalten ab, wenn das anhält.`,
    }),
    frequency: ({ name, value }, number) => ({
      title: `Netzfrequenz außerhalb des Bereichs: ${number(value, 2)} Hz`,
      text: `Gemessen von ${name}. Wechselrichter geben weniger ab oder schalten ab.`,
    }),
    device: ({ name, reason }) =>
      reason === 'radio'
        ? {
            title: 'Das Funkmodul arbeitet nicht',
            text: 'Kein Wechselrichter kann gefragt werden. Prüfen Sie, wie es angeschlossen ist.',
          }
        : {
            title: `${name} bringt keine Werte`,
            text:
              reason === 'login'
                ? 'Das Gerät will ein anderes Passwort.'
                : reason === 'certificate'
                  ? 'Dem Zertifikat des Geräts wird nicht vertraut.'
                  : reason === 'redirect'
                    ? 'Das Gerät schickt uns zu einer anderen Adresse.'
                    : 'Das Gerät antwortet nicht. Prüfen Sie Strom und Netzwerk.',
          },
    updated: ({ name, from, to }) => ({
      title: `${name} wurde aktualisiert`,
      text: `Es läuft jetzt ${to}; vorher war es ${from}.`,
    }),
    meter: () => ({
      title: 'Der Stromzähler meldet nichts',
      text: 'Eine Regel nach dem Zähler hält solange den sicheren Wert.',
    }),
    disk: ({ reason, value }, number) =>
      reason === 'read-only'
        ? {
            title: 'Nichts kann gespeichert werden',
            text: 'Der Datenordner ist schreibgeschützt. Vielleicht geht der Speicher kaputt.',
          }
        : reason === 'full'
          ? { title: 'Der Speicher ist voll', text: 'Nichts kann gespeichert werden, bis wieder Platz ist.' }
          : { title: 'Der Speicher ist fast voll', text: `Nur noch ${number(value)} % sind frei.` },
    backup: () => ({
      title: 'Die nächtliche Sicherung ist fehlgeschlagen',
      text: 'Der Ordner der Sicherungen ist nicht benutzbar. Prüfen Sie, ob sein Datenträger da ist und Platz hat.',
    }),
  },
  over: (title) => `Vorbei: ${title}`,
  wasSo: (title, from, to) => `${title} (von ${from} bis ${to})`,
  since: (time) => `Seit ${time}.`,
  several: (count) => `Heliograph: ${count} Meldungen`,
  further: (count) => `… und ${count} weitere, in der Liste des Gateways.`,
  enough: {
    title: 'Heliograph: mehr in der Liste',
    text: 'Für heute waren es genug Meldungen. Was es noch gibt, steht in der Liste des Gateways und kommt morgen.',
  },
  test: { title: 'Heliograph: Test', text: 'Diese Nachricht zeigt, dass der Weg funktioniert.' },
  example: (title) => `Beispiel: ${title}`,
  exampleNote: 'Das ist nur ein Beispiel; es ist alles in Ordnung.',
  sample: { inverter: 'Carport', device: 'DTU im Dachboden' },
  summary: {
    daily: 'Heliograph: heute',
    weekly: 'Heliograph: die letzten sieben Tage',
    lines: ({ energy, best, answering, open }) => [
      energy === undefined ? 'Der Ertrag ist nicht bekannt.' : `Ertrag: ${energy}`,
      ...(best === undefined ? [] : [`Bester Tag: ${best}`]),
      `Wechselrichter, die antworten: ${answering}`,
      ...(open.length === 0 ? ['Nichts ist offen.'] : ['Offen:', ...open.map((title) => `- ${title}`)]),
    ],
  },
};
