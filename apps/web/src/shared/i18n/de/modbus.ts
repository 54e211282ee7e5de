import type { Texts } from '../texts.ts';

/** German. */
export const modbus: Texts['house']['modbus'] = {
  title: 'Für Victron, evcc und andere: Modbus',
  intro:
    'Energiemanager, die SunSpec kennen, können Ihre Anlage sehen und begrenzen. Was sie einstellen, gilt immer nur vorübergehend, und alle anderen haben vor ihnen das letzte Wort.',
  enabled: 'Die Anlage über Modbus TCP zeigen',
  port: 'Port',
  portHint: '1502 geht überall. Ein Victron GX braucht 502, was das System erst erlauben muss.',
  writers: 'Wer die Anlage begrenzen darf',
  writersHint:
    'Eine Adresse je Zeile, etwa 192.168.4.20; oder ein Netz wie 192.168.4.0/24. Modbus hat kein Passwort: Bei leerer Liste können andere lesen, und niemand kann begrenzen.',
  writersError: 'Höchstens 16 Adressen, jede wie 192.168.4.20, oder wie 192.168.4.0/24 für ein ganzes Netz.',
  heartbeat: 'Ein Limit endet nach Schweigen von',
  heartbeatHint: 'Damit ein Gerät, das ausgefallen ist, Ihre Anlage nicht unten hält.',
  states: {
    off: 'Aus.',
    listening: 'Andere können sich jetzt verbinden.',
    'port-in-use':
      'Ein anderes Programm hat diesen Port. Wählen Sie einen anderen; das Gateway versucht es von selbst wieder.',
    'port-forbidden':
      'Das System gibt dem Gateway diesen Port nicht. Wählen Sie einen ab 1024, oder erlauben Sie ihn.',
    failed: 'Der Port lässt sich nicht öffnen; das Protokoll sagt, warum.',
  },
  clients: 'Wer da war',
  gone: '(jetzt nicht verbunden)',
  mayLimit: 'darf begrenzen',
  readsOnly: 'liest nur',
  limited: (ago) => `letzter Befehl vor ${ago}`,
  refused: (times) => `${times} abgelehnt`,
  times: { one: '#-mal', other: '#-mal' },
  units: 'Welche Unit was ist',
  plant: 'Die ganze Anlage',
  held: (watts, by, end) => `${watts} durch ${by}, endet in ${end}`,
};
