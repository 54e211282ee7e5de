import type { Texts } from '../texts.ts';

const GROUPS =
  'Nehmen Sie seinen Benutzer in die Gruppen auf (sudo usermod -aG spi,gpio USER) und starten Sie es in einer neuen Anmeldung; einem Dienst oder Container muss das Gerät gegeben werden.';
const otherPin = (flag: string) => `wählen Sie mit ${flag} oder in der Geräteverwaltung einen anderen`;
const inBrackets = (detail: string) => (detail === '' ? '' : ` (${detail})`);
const holder = (detail: string) => (detail === '' ? 'ein anderes Programm oder ein Treiber' : `„${detail}“`);

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
    'Die Wechsel kommen zu spät, daher werden Pakete verpasst. Etwas anderes beschäftigt diesen Rechner, oder das Gateway darf keine Echtzeit-Priorität nutzen.',
  lateGuide: 'Echtzeit-Priorität erlauben',
  faults: {
    'silent-low': ({ spi }) =>
      `Das Funkmodul antwortet nicht: MISO bleibt immer niedrig (low). Prüfen Sie seine Versorgung (3,3 V, mit Kondensator), seine Masse, den Chip-Select (${spi}) und MISO, und ob MISO und MOSI vertauscht sind.`,
    'silent-high': ({ spi }) =>
      `Das Funkmodul antwortet nicht: MISO bleibt immer hoch (high). Prüfen Sie den Chip-Select (${spi}), ob MISO die 3,3 V oder MOSI berührt, und ob MISO und MOSI vertauscht sind.`,
    'no-memory': ({ spi }) =>
      `Das Funkmodul (${spi}) behält nicht, was man ihm schreibt. Prüfen Sie MOSI und SCK, und ob zwei Leitungen vertauscht sind.`,
    'not-plus': () =>
      'Das Funkmodul ist kein nRF24L01+. Ohne das Plus kann es keine 250 kbit/s, also versteht es kein Wechselrichter: Nehmen Sie eines mit dem Plus.',
    'no-irq': ({ irq }) =>
      `Das Funkmodul arbeitet, aber ein Paket ging hinaus, und IRQ fiel nicht. Prüfen Sie die Leitung von seinem IRQ zu ${irq}.`,
    'no-ce': ({ ce, irq }) =>
      `Das Funkmodul meldet nie, dass ein Paket gesendet ist. Prüfen Sie die Leitung von ${ce} zu seinem CE, und ob sie mit der von IRQ (${irq}) vertauscht ist.`,
    lost: ({ spi }) =>
      `Das Funkmodul (${spi}) hat seine Einstellungen vergessen: Seine Versorgung oder eine Leitung war unterbrochen. Sobald es antwortet, wird es neu eingerichtet. Kommt das wieder vor, prüfen Sie seine Leitungen, seine 3,3 V und den Kondensator (10 bis 100 µF).`,
    'not-linux': () =>
      'Ein Funkmodul braucht Linux, und auf diesem Rechner läuft etwas anderes. Starten Sie ohne --radio nrf24.',
    'no-koffi': ({ detail }) =>
      `Das Paket koffi, über das SPI und Pins erreicht werden, lässt sich nicht laden${inBrackets(detail)}. Geben Sie in dem Ordner, in dem apps liegt, npm install --no-save koffi@3.3.4 ein (mit einem Node vor 22.13: npm install --no-save koffi@3.3.4 libsql@0.5.29).`,
    'spi-off': ({ spi }) =>
      `Es gibt kein SPI-Gerät ${spi}. Schalten Sie SPI ein (sudo raspi-config, Interface Options, SPI) und starten Sie den Rechner neu, oder nennen Sie mit --spi ein anderes Gerät.`,
    'spi-rights': ({ spi }) => `Das Gateway darf ${spi} nicht benutzen. ${GROUPS}`,
    'spi-busy': ({ spi }) =>
      `${spi} ist in Gebrauch. Beenden Sie das andere Programm, das es steuert, oder nennen Sie mit --spi ein anderes Gerät.`,
    'spi-refused': ({ spi, detail }) =>
      `${spi} tut nicht, was SPI-Geräte tun${inBrackets(detail)}. Nennen Sie mit --spi das richtige.`,
    'gpio-missing': ({ detail }) =>
      `Es gibt kein GPIO-Gerät mit den Pins der Stiftleiste${inBrackets(detail)}. Nennen Sie es mit dem Pin, etwa --ce-pin /dev/gpiochip0:25 und --irq-pin /dev/gpiochip0:24.`,
    'gpio-rights': ({ detail }) =>
      `Das Gateway darf das GPIO-Gerät nicht benutzen${inBrackets(detail)}. ${GROUPS}`,
    'ce-unknown': ({ ce, detail }) =>
      `Der Pin von CE, ${ce}, ist nicht zu gebrauchen${inBrackets(detail)}: ${otherPin('--ce-pin')}.`,
    'irq-unknown': ({ irq, detail }) =>
      `Der Pin von IRQ, ${irq}, ist nicht zu gebrauchen${inBrackets(detail)}: ${otherPin('--irq-pin')}.`,
    'ce-taken': ({ ce, detail }) =>
      `Den Pin von CE, ${ce}, benutzt ${holder(detail)}: Beenden Sie das, oder ${otherPin('--ce-pin')}.`,
    'irq-taken': ({ irq, detail }) =>
      `Den Pin von IRQ, ${irq}, benutzt ${holder(detail)}: Beenden Sie das, oder ${otherPin('--irq-pin')}.`,
    'pins-not-set': () =>
      'Nach dem gewählten Pin-Profil ist CE oder IRQ nicht angeschlossen: Wählen Sie in der Geräteverwaltung ein anderes, oder geben Sie --ce-pin und --irq-pin an.',
    'pins-not-spi': () =>
      'Das gewählte Pin-Profil nennt keinen SPI eines Raspberry Pi. Der erste hat MISO 9, MOSI 10, SCK 11 und Chip-Select 8 oder 7, der zweite MISO 19, MOSI 20, SCK 21 und Chip-Select 18, 17 oder 16: Wählen Sie in der Geräteverwaltung ein anderes, oder nennen Sie das Gerät mit --spi.',
    'pins-of-spi': ({ spi, ce, irq }) =>
      `CE (${ce}) oder IRQ (${irq}) liegt an einem Pin, den SPI selbst braucht (${spi}): Wählen Sie mit --ce-pin oder --irq-pin oder in der Geräteverwaltung einen anderen.`,
    'pins-same': ({ ce }) =>
      `CE und IRQ haben denselben Pin, ${ce}, doch jede Leitung braucht einen eigenen: Wählen Sie mit --ce-pin oder --irq-pin oder in der Geräteverwaltung einen anderen.`,
    'thread-ended': ({ detail }) =>
      `Was das Funkmodul steuert, hat sich von selbst beendet${inBrackets(detail)}. Es wird neu gestartet. Bitte sagen Sie es uns, mit diesem Satz.`,
    'thread-hangs': ({ spi }) =>
      `Was das Funkmodul steuert, antwortet nicht mehr, wahrscheinlich weil der Treiber von ${spi} hängt. Es wird neu gestartet.`,
  },
  none: 'Der Funk hat keine Wechselrichter.',
  noneNext: 'Fügen Sie sie unter Einstellungen, Wechselrichter hinzu.',
  outOfBand: 'Nicht in Reichweite dieses Funks',
  outOfBandWhy:
    'Wechselrichter der Reihen HMS und HMT funken unter 1 GHz, und das kann dieses Modul nicht: sie werden nicht gefragt. Verbinden Sie unter Einstellungen, Quellen ein Originalgerät, das es kann (OpenDTU mit CMT2300A); das Gateway liest sie dann durch dieses.',
  verdicts: {
    unknown: 'nicht bekannt',
    early: 'noch nicht zu sagen',
    good: 'gut zu hören',
    fair: 'zu hören',
    poor: 'schlecht zu hören',
    silent: 'still',
  },
  advice: {
    unknown:
      'Über ihn ist nichts bekannt, solange mit dem Funkmodul etwas nicht stimmt: siehe oben. Was unterdessen gefragt wird, zählt nicht.',
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
  times: (count, text) => (count === 1 ? 'einmal' : `${text}\u2011mal`),
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
    notPlus: 'Das Modul ist kein nRF24L01+, also versteht es kein Wechselrichter.',
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
