import type { Texts } from '../texts.ts';

/** German: how well the gateway's own radio reaches the inverters. */
export const texts: Texts['radio'] = {
  intro: 'Wie gut der Funk dieses Gateways jeden Wechselrichter erreicht, gezählt seit dem Start.',
  chip: 'Funkmodul',
  state: 'Modul',
  inverters: 'Wechselrichter',
  states: {
    works: 'arbeitet',
    simulated: 'simuliert',
    silent: 'antwortet nicht',
    limited: 'arbeitet, mit einem Problem',
  },
  hops: 'Wechsel des Funkkanals',
  lateness: (half, most, worst) =>
    `die Hälfte höchstens ${half} zu spät, 99 von 100 höchstens ${most}, der späteste ${worst}`,
  onTime: 'pünktlich',
  late: 'zu spät',
  lateWhy:
    'Die Wechsel kommen zu spät, daher werden Pakete verpasst. Etwas anderes beschäftigt diesen Rechner, oder das Gateway darf keine Echtzeit-Priorität nutzen. Die Anleitung zum Funk sagt, wie man sie erlaubt.',
  faults: {
    'silent-low':
      'Das Modul antwortet nicht: Sein Ausgang ist immer auf 0. Prüfen Sie die Versorgung (3,3 V, mit Kondensator), den Chip-Select und MISO.',
    'silent-high':
      'Das Modul antwortet nicht: Sein Ausgang ist immer auf 1. Prüfen Sie den Chip-Select und MISO.',
    'no-memory':
      'Das Modul behält nicht, was man ihm schreibt. Prüfen Sie MOSI und SCK; vielleicht sind zwei Leitungen vertauscht.',
    'not-plus':
      'Das Modul ist kein nRF24L01+. Ohne das Plus kann es keine 250 kbit/s, also versteht es kein Wechselrichter.',
    'no-irq':
      'Das Modul arbeitet, aber sein IRQ-Pin kommt an diesem Rechner nicht an. Prüfen Sie diese Leitung.',
    'no-ce': 'Das Modul meldet nie, dass ein Paket gesendet ist. Prüfen Sie die Leitung des CE-Pins.',
    lost: 'Das Modul hat seine Einstellungen vergessen, also war es kurz ohne Strom. Es wurde neu eingerichtet. Kommt das wieder vor, prüfen Sie Versorgung und Kondensator.',
    'not-linux': 'Ein Funkmodul arbeitet nur mit Linux, und auf diesem Rechner läuft etwas anderes.',
    'no-koffi':
      'Der Teil des Programms, der mit dem Modul spricht, ließ sich nicht laden. Installieren Sie das Gateway neu.',
    'spi-off':
      'Es gibt kein solches SPI-Gerät. Schalten Sie SPI ein: sudo raspi-config, Interface Options, SPI. Starten Sie dann den Rechner neu.',
    'spi-rights':
      'Das Gateway darf SPI nicht benutzen. Nehmen Sie seinen Benutzer in die Gruppe spi auf und starten Sie es neu.',
    'spi-busy':
      'Ein anderes Programm benutzt das Modul. Beenden Sie es; das Gateway versucht es von selbst wieder.',
    'spi-refused':
      'Das SPI-Gerät tut nicht, was das Modul braucht. Prüfen Sie, ob die Adresse des Geräts stimmt.',
    'gpio-missing': 'Es gibt kein Gerät mit diesen Pins. Prüfen Sie die Nummern der Pins.',
    'gpio-rights':
      'Das Gateway darf die Pins nicht benutzen. Nehmen Sie seinen Benutzer in die Gruppe gpio auf und starten Sie es neu.',
    'ce-unknown': 'Es gibt keinen Pin mit der Nummer, die für CE eingestellt ist.',
    'irq-unknown': 'Es gibt keinen Pin mit der Nummer, die für IRQ eingestellt ist.',
    'ce-taken':
      'Etwas anderes benutzt den Pin, der für CE eingestellt ist. Nehmen Sie einen anderen, oder beenden Sie das andere Programm.',
    'irq-taken':
      'Etwas anderes benutzt den Pin, der für IRQ eingestellt ist. Nehmen Sie einen anderen, oder beenden Sie das andere Programm.',
    'pins-not-set':
      'Nach dem gewählten Pin-Profil sind Pins des Moduls nicht angeschlossen. Wählen Sie unter Geräteverwaltung ein anderes.',
    'thread-ended':
      'Was das Modul steuert, hat sich von selbst beendet. Es wird neu gestartet; das Protokoll sagt mehr.',
    'thread-hangs':
      'Was das Modul steuert, antwortet nicht mehr. Es wird neu gestartet; das Protokoll sagt mehr.',
  },
  none: 'Der Funk hat keine Wechselrichter.',
  noneNext: 'Fügen Sie sie unter Einstellungen, Wechselrichter hinzu.',
  verdicts: {
    early: 'noch nicht zu sagen',
    good: 'gut zu hören',
    fair: 'zu hören',
    poor: 'schlecht zu hören',
    silent: 'still',
  },
  advice: {
    early: 'Warten Sie noch einige Antworten ab.',
    good: 'Nichts zu tun.',
    fair: 'Manche Pakete mussten noch einmal gesendet werden. Das ist auf Entfernung üblich und kostet nur Zeit.',
    unheard:
      'Viele Pakete erreichen den Wechselrichter nicht. Stellen Sie das Gateway näher oder in Sichtweite des Dachs auf, oder erhöhen Sie unter DTU die Sendeleistung.',
    broken:
      'Der Wechselrichter hört das Gateway, aber Teile seiner Antworten gehen verloren. Stellen Sie das Gateway näher auf, weg von WLAN-Routern, USB-3-Geräten und Metall. Mehr Sendeleistung hilft hier nicht.',
    unanswered:
      'Der Wechselrichter bestätigt Pakete, antwortet aber oft nicht. Vielleicht spricht ein anderes Gateway zur gleichen Zeit mit ihm.',
    silent:
      'Er antwortet nicht. Im Dunkeln ist das richtig so. Prüfen Sie bei Tag die Seriennummer, und ob das Gateway nahe genug ist.',
  },
  facts: {
    answered: 'Beantwortet',
    acknowledged: 'Bestätigt',
    tries: 'Je Paket gesendet',
    missed: 'Verpasste Teile',
    again: 'Nachgefragt',
    signal: 'Empfang',
  },
  of: (part, whole) => `${part} von ${whole}`,
  times: (count) => `${count}-mal`,
  perAnswer: (count) => `${count} je Antwort`,
  before: (mode, percent, count) => `${mode}: ${percent} von ${count} beantwortet seit dem Start.`,
  modes: { rigid: 'In Zeitschlitzen', free: 'Wie das Original' },
  testTitle: 'Selbsttest',
  testIntro:
    'Sendet ein Paket an niemanden und hört eine Sekunde lang. Wechselrichter werden derweil etwas später gefragt.',
  testStart: 'Jetzt testen',
  testing: 'Der Funk wird getestet.',
  tested: {
    simulated: 'Der Funk ist simuliert, es gibt also keine Leitungen zu prüfen.',
    module: 'Das Modul hat geantwortet und ist ein nRF24L01+.',
    when: (ago) => `Getestet vor ${ago}.`,
    silent: 'Das Modul hat nicht geantwortet, also konnte nichts gesendet werden.',
    sent: (times: string) => `Es sendet und meldet das: ${times}, an niemanden.`,
    notSent:
      'Es hat nicht gemeldet, dass ein Paket hinausging. Testen Sie noch einmal; bleibt es so, prüfen Sie die Leitungen von CE und IRQ.',
    listened: (packets: string) => `Es hört: ${packets} in einer Sekunde. Keines ist üblich.`,
    packets: (count: number, text: string) => `${text} ${count === 1 ? 'Paket' : 'Pakete'}`,
  },
  hopTitle: 'Wechsel der Funkkanäle',
  hopMode: 'Der Funk wechselt',
  hopOptions: {
    rigid: 'In den Zeitschlitzen der Wechselrichter (empfohlen)',
    free: 'Alle 4 ms, wie das Original',
  },
  hopHint:
    'Beide Arten erreichen alle Wechselrichter. Gezählt wird für jede Art getrennt, damit Sie vergleichen können: Lassen Sie jede einen Tag laufen.',
  meaning: 'Was die Zahlen bedeuten',
  meanings: {
    answered: 'Fragen und Befehle, auf die eine ganze Antwort kam.',
    acknowledged:
      'Pakete, die der Funk des Wechselrichters bestätigt hat. Auch ohne das kann er sie gehört haben.',
    tries:
      'Wie oft ein Paket hinausging, bis es bestätigt war oder aufgegeben wurde. Bis zu zehnmal ist üblich, denn der Wechselrichter hört immer nur auf einem von fünf Funkkanälen.',
    missed: 'Teile von Antworten, die nicht gleich zu hören waren.',
    again: 'Wie oft das Gateway nach einem solchen Teil noch einmal gefragt hat.',
    signal:
      'Wie stark der Wechselrichter empfangen wird. Ein nRF24L01+ misst das nicht, daher steht es nur bei anderen Modulen da.',
  },
};
