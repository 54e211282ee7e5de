import type { Texts } from '../texts.ts';

/** German: what only our gateway does and tells. */
export const texts: Texts['gateway'] = {
  /** Heliograph itself, which is a program on a computer. */
  program: {
    title: 'Heliograph',
    version: 'Heliograph-Version',
    updateNote:
      'Laden Sie vor dem Aktualisieren eine Sicherung herunter (Konfigurationsverwaltung). Führen Sie dann dies im geklonten Ordner aus:',
    unknownWay:
      'Diese Seite kann nicht erkennen, wie das Gateway installiert wurde. Wählen Sie den passenden Weg:',
    ways: {
      git: 'Mit npm start gestartet: zuerst mit Strg-C beenden',
      docker: 'Docker Compose',
      systemd: 'systemd-Dienst',
    },
    plainDocker: 'Ohne Compose: Image neu bauen und mit demselben Volume starten.',
    notRun:
      'Dieses Gateway ist ein Programm auf einem Computer. Es prüft und speichert Firmware-Images für ESP32-Geräte, führt sie aber nicht aus.',
    notRunShort: 'Auf diesem Computer gespeichert, aber nicht ausgeführt.',
    image: 'Gespeichertes Image',
    noImage: 'keines',
    hint: 'Das Hochladen beginnt, sobald Sie eine Datei wählen. Ist die Datei in Ordnung, wird sie gespeichert und das Gateway startet neu.',
    older: (version, kept) => `Version ${version} ist älter als die gespeicherte ${kept}.`,
    kept: 'Das Image wurde geprüft und gespeichert. Auf diesem Computer läuft es nicht.',
    runsOn: (version) => `Auf diesem Computer läuft es nicht: Heliograph ${version} läuft weiter.`,
  },
  programs: {
    title: 'Andere Programme',
    api: 'API für andere Programme',
    generations: {
      both: 'Beide Generationen (Standard)',
      '2023': 'Wie 2023',
      newest: 'Wie die neueste (v26.3.30)',
    },
    hint: 'Programme für OpenDTU finden die Werte, die sie von 2023 und von heute kennen. Wählen Sie eine Generation, wenn ein Programm mit der Mischung nicht zurechtkommt. Diese Weboberfläche funktioniert mit jeder davon.',
    prometheus: 'Labels für Prometheus',
    labels: {
      newest: 'Wie die neuesten (v26.3.30)',
      '2023': 'Wie 2023',
    },
    prometheusHint:
      'Dashboards für OpenDTU ab v23.4.4 verwenden die neuesten Labels. Wurde das Gateway von einer älteren Version aktualisiert, bleiben die Labels von 2023, bis Sie das hier ändern.',
  },
  mqttClient: {
    certificateLogin: 'Mit Zertifikat anmelden',
    certificateLoginHint: 'Anstelle von Benutzername und Passwort.',
    certificate: 'Client-Zertifikat',
    key: 'Client-Schlüssel',
    keyHint: 'Der private Schlüssel dieses Zertifikats, als PEM-Text und ohne Passphrase.',
    id: 'Client-ID',
    idHint: 'Leer: Sie wird aus der Chip-ID gebildet.',
    cleanSession: 'Clean Session',
    cleanSessionHint: 'Der Broker beginnt mit jeder Verbindung von vorn.',
    qos: 'QoS des Last Will',
    qosNames: { '0': '0: höchstens einmal', '1': '1: mindestens einmal', '2': '2: genau einmal' },
  },
  runtime: {
    noFixesSince: (date) => `Keine Sicherheitsupdates mehr seit dem ${date}.`,
    installNewer:
      'Installieren Sie die neueste LTS-Version von Node.js auf diesem Computer und starten Sie Heliograph dann neu.',
    updateImage: 'Aktualisieren Sie Heliograph: Das neue Image bringt ein neueres Node.js mit.',
  },
  /** What is not kept of a file that is restored. */
  adjusted: {
    happens: {
      one: '# Wert wird nicht so übernommen, wie er in der Datei steht',
      other: '# Werte werden nicht so übernommen, wie sie in der Datei stehen',
    },
    happened: {
      one: '# Wert wurde nicht so übernommen, wie er in der Datei steht',
      other: '# Werte wurden nicht so übernommen, wie sie in der Datei stehen',
    },
    more: { one: '# weiterer', other: '# weitere' },
    hidden: 'nicht angezeigt',
    leftOut: 'ausgelassen',
    empty: 'leer',
    kept: 'jetziger Wert',
    other: 'Das Gateway ändert diesen Wert.',
    reasons: {
      'below-minimum': 'Zu klein: Der kleinste mögliche Wert gilt.',
      'above-maximum': 'Zu groß: Der größte mögliche Wert gilt.',
      'too-long': 'Zu lang: Das Ende wird abgeschnitten.',
      'broken-character': 'Ein halbes Zeichen wird ersetzt.',
      'not-set': 'Das darf nicht leer sein: Der Standardwert gilt.',
      missing: 'Fehlt in der Datei: Der Standardwert gilt.',
      'no-name': 'Ohne Namen gilt die Seriennummer.',
      'no-serial': 'Keine gültige Seriennummer: Dieser Wechselrichter wird ausgelassen.',
      'no-place': 'Kein Ort auf der Erde: Er wird ausgelassen.',
      'current-kept': 'Nicht verwendbar: Der jetzige Wert bleibt.',
      'mqtt-switched-off': 'MQTT wird ausgeschaltet, weil es so nicht funktionieren kann:',
    },
  },
  /** The time server: a trial, and how it answers. `failures`: what happened, and what to do. */
  timeServer: {
    test: 'Diesen Server testen',
    works: (address) => `${address} antwortet.`,
    serverAhead: (span) => `Die Uhr des Gateways geht ${span} nach.`,
    serverBehind: (span) => `Die Uhr des Gateways geht ${span} vor.`,
    failures: {
      'unknown-host':
        'Der Servername wurde nicht gefunden. Prüfen Sie Schreibweise, Internetzugang und DNS-Server.',
      'no-answer':
        'Der Server antwortet nicht. Prüfen Sie den Namen und ob die Firewall UDP-Port 123 durchlässt.',
      refused: 'Unter dieser Adresse gibt es keinen Zeitserver. Prüfen Sie den Namen.',
      unwanted:
        'Der Server lehnt Anfragen ab, weil sie zu häufig kommen. Warten Sie etwas oder verwenden Sie einen anderen.',
      unsynchronised:
        'Der Server kennt die Zeit im Moment selbst nicht. Warten Sie etwas oder verwenden Sie einen anderen.',
      implausible: 'Die Antwort des Servers kann nicht stimmen. Verwenden Sie einen anderen.',
      other: 'Der Server war nicht erreichbar. Einzelheiten stehen in der Konsole.',
    },
    title: 'Zeitserver',
    address: 'Antwortende Adresse',
    lastAnswer: 'Letzte Antwort',
    noAnswer: 'noch keine',
    offset: 'Korrektur',
    wasBehind: (span) => `Uhr ging ${span} nach`,
    wasAhead: (span) => `Uhr ging ${span} vor`,
    nextTry: 'Nächster Versuch',
    now: 'jetzt',
    inTime: (span) => `in ${span}`,
    ago: (span) => `vor ${span}`,
  },
  /** The broker: a trial. `failures`: what happened, and what to do. */
  broker: {
    test: 'Verbindung testen',
    works: 'Der Broker nimmt die Verbindung an.',
    failures: {
      'unknown-host': 'Der Servername wurde nicht gefunden. Prüfen Sie Schreibweise und DNS-Server.',
      refused: 'An diesem Port antwortet niemand. Prüfen Sie Server und Port und ob der Broker läuft.',
      'no-answer': 'Der Server antwortet nicht. Prüfen Sie Server, Port, Netzwerk und Firewall.',
      closed:
        'Der Server hat die Verbindung beendet. Vielleicht erwartet er TLS, oder ein anderes Gerät nutzt dieselbe Client-ID.',
      login: 'Der Broker lehnt Benutzername oder Passwort ab. Prüfen Sie beide.',
      rejected:
        'Das ist kein MQTT-Broker, oder er nimmt diesen Client nicht an. Prüfen Sie Server und Port, dann die Zugriffsregeln des Brokers.',
      'no-tls': 'Dieser Port verwendet kein TLS. Prüfen Sie den Port oder schalten Sie TLS aus.',
      untrusted:
        'Dem Zertifikat des Brokers wird nicht vertraut. Tragen Sie das CA-Zertifikat ein, das es signiert hat.',
      'wrong-name':
        'Das Zertifikat des Brokers ist auf einen anderen Namen ausgestellt. Tragen Sie diesen als Server ein.',
      'wrong-time':
        'Das Zertifikat des Brokers ist derzeit nicht gültig. Erneuern Sie es oder stellen Sie die Uhr des Gateways.',
      'unreadable-root': 'Das CA-Zertifikat ist nicht lesbar. Fügen Sie es erneut als PEM-Text ein.',
      'unreadable-login':
        'Client-Zertifikat und Schlüssel sind nicht lesbar oder gehören nicht zusammen. Fügen Sie beide erneut als PEM-Text ein.',
      other: 'Die Verbindung ist fehlgeschlagen. Einzelheiten stehen in der Konsole.',
    },
  },
  /** What programs of today set of a device, and this gateway only keeps; and its log. */
  newerDevice: {
    rotation: 'Drehung',
    locale: 'Sprache der Anzeige',
    diagramDuration: 'Zeitspanne des Diagramms',
    diagramMode: 'Diagramm',
    lights: 'Helligkeit der Lichter',
    logLevel: 'Stufe des Protokolls',
    partLevels: 'Stufen einzelner Teile',
  },
};
