import type { Texts } from '../texts.ts';

/** German: the rule by the meter, and what is safe. */
export const rule: Texts['house']['rule'] = {
  title: 'Regel nach dem Zähler',
  intro:
    'Die Wechselrichter liefern, was das Haus braucht, damit der Zähler zeigt, was Sie wollen. Ohne Zähler gibt es keine Regel.',
  meterPower: 'Gewünscht am Zähler',
  meterPowerHint: '0: nichts wird eingespeist. 20 hält etwas Abstand. -800 lässt 800 W einspeisen.',
  hysteresis: 'Kleinste Änderung, die einen Befehl wert ist',
  margin: 'Spielraum, wenn die Sonne einen Wechselrichter bremst',
  target: 'Für',
  safePower: 'Sichere Leistung aller zusammen',
  safePowerHint: 'Höchstens so viel, wenn der Zähler oder das Gateway ausfällt.',
  off: 'Die Regel ist nicht scharf: Sie ändert nichts.',
  armed: 'Die Regel ist scharf.',
  failSafe: 'Die sichere Leistung gilt, weil der Zähler nichts meldet.',
  failSafeStays:
    'Die sichere Leistung gilt noch. Die Regel übernimmt, sobald jeder Wechselrichter gelesen wurde und der Zähler danach einen Wert gemeldet hat, meist innerhalb einer halben Minute.',
  failSafeAlone: 'Die sichere Leistung gilt, bis die Regel wieder einen Wechselrichter hat.',
  reasons: {
    'fed-in-too-much': 'Es wird mehr eingespeist als gewünscht: Die Wechselrichter werden gesenkt.',
    'taken-too-much': 'Das Haus bezieht mehr als gewünscht: Die Wechselrichter werden angehoben.',
    'limit-unknown': 'Was ein Wechselrichter liefern darf, ist nicht bekannt: Es wird ihm gesagt.',
    'meter-stale': 'Der Zähler meldet nichts.',
    'no-inverter': 'Keiner dieser Wechselrichter antwortet.',
    'held-by-others': 'Alle Wechselrichter, die antworten, hält jemand mit höherem Rang.',
    'order-pending': 'Sie wartet, bis ein Wechselrichter seinen Befehl bestätigt hat.',
    'reading-older': 'Sie wartet auf die nächsten Werte eines Wechselrichters.',
    'meter-older': 'Sie wartet auf den nächsten Wert des Zählers.',
    'within-hysteresis': 'Der Zähler zeigt, was gewünscht ist.',
    'all-given': 'Die Wechselrichter liefern alles, was sie können.',
    capped: 'Das Haus nimmt mehr als gewünscht, aber die Obergrenze einer Gruppe erlaubt nicht mehr.',
  },
  wouldBe: 'Was sie jetzt täte:',
  dry: {
    title: 'Was sie getan hätte',
    run: 'Mit dem Aufgezeichneten ausprobieren',
    running: 'Die aufgezeichneten Tage werden durchgegangen …',
    recorded: (days: number, length: string) =>
      `${days === 1 ? 'Ein aufgezeichneter Tag' : `${days} aufgezeichnete Tage`}, davon ${length}, in denen Anlage und Zähler bekannt sind`,
    live: (since: string, length: string) => `Live seit ${since}, ${length}`,
    was: 'Wie es war',
    withRule: 'Mit der Regel',
    exported: 'Eingespeist',
    thrownAway: 'Dem Haus entgangen',
    ordersADay: 'Befehle am Tag',
    orders: 'Befehle',
    problems: {
      'nothing-recorded':
        'Noch ist nichts aufgezeichnet, wovon Anlage und Zähler beide bekannt sind. Für einen ersten Blick reicht eine Stunde Tageslicht mit dem Zähler.',
      busy: 'Ein anderer Probelauf läuft gerade. In einer Minute noch einmal.',
    },
    note: 'Dafür wird nichts befohlen. Die Wechselrichter gelten als einer, und solange sie schon begrenzt waren, hätten sie mehr geben können, als irgendwer weiß.',
  },
  arm: 'Regel scharf schalten',
  obstacles: {
    'no-meter':
      'Sie kann nicht scharf geschaltet werden: Es gibt keinen Stromzähler. Richten Sie zuerst einen ein.',
    'meter-silent': 'Sie kann jetzt nicht scharf geschaltet werden: Der Zähler meldet nichts.',
    'no-inverter':
      'Sie kann nicht scharf geschaltet werden: Es gibt keinen Wechselrichter, für den sie gilt.',
    'no-answer':
      'Sie kann jetzt nicht scharf geschaltet werden: Kein Wechselrichter antwortet. Nachts tut es keiner.',
  },
  armIt: 'Scharf schalten',
  arming: 'Wird scharf geschaltet …',
  armTitle: 'Regel scharf schalten?',
  disarm: 'Regel abschalten',
  disarmAsk:
    'Die Wechselrichter bekommen ihre Begrenzungen von vorher zurück, auch die dauerhaften. Das nutzt ihren Speicher ein wenig ab.',
  disarming: 'Wird abgeschaltet …',
  before: (watts, seconds) => [
    `Fällt der Zähler, sein Broker oder sein Netz aus, liegen die Wechselrichter innerhalb von ${seconds} s zusammen bei ${watts}.`,
    `Fällt das Programm des Gateways aus, wird es neu gestartet, und ${watts} ist das Erste, was es befiehlt: auch das innerhalb von ${seconds} s.`,
    `Fällt das Netz zwischen Gateway und Wechselrichtern aus, kann niemand etwas befehlen. Die Wechselrichter behalten ihr letztes Limit, bis es wieder da ist; von da an dauert es höchstens ${seconds} s.`,
    `Fällt der Rechner des Gateways aus, behalten die Wechselrichter ihr letztes Limit, bis sie neu starten, spätestens am nächsten Morgen, und wachen dann mit ${watts} auf.`,
    `Dafür wird ${watts} zu ihrem dauerhaften Limit: einmal, und nur dann wieder, wenn Sie die sichere Leistung ändern oder die Regel für mehr Wechselrichter gilt als zuvor. Jedes Mal nutzt ihren Speicher etwas ab. Bis alle es angenommen haben und abgelesen sind, meist eine halbe Minute lang, gilt ${watts}. Das Abschalten stellt das vorige dauerhafte Limit wieder her.`,
  ],
  silent: (names) =>
    `Diese antworten jetzt nicht: ${names}. Sie bekommen ihr dauerhaftes Limit, sobald sie es tun; bis dahin wachen sie vielleicht noch mit dem vorigen auf.`,
  owed: (names) =>
    `Bekommen die sichere Leistung noch als dauerhaftes Limit, sobald sie antworten: ${names}. Bis dahin wachen sie vielleicht mit dem vorigen auf.`,
  owedBack: (names) => `Bekommen ihr voriges dauerhaftes Limit noch zurück, sobald sie antworten: ${names}.`,
  overruled: (names) =>
    `Seither wurde ein dauerhaftes Limit befohlen: ${names} wacht damit auf, nicht mit der sicheren Leistung. Regel abschalten und wieder scharf schalten ändert das.`,
  rewritten: (watts) =>
    `Mit dem Speichern wird ${watts} zum dauerhaften Limit; das nutzt den Speicher jedes Wechselrichters ein weiteres Mal ab.`,
  addedLater:
    'Auch Wechselrichter, für die die Regel noch nicht galt, bekommen ein dauerhaftes Limit. Wo für sie nichts übrig ist, wird der Speicher der anderen ein weiteres Mal abgenutzt.',
  safePowerIsAll: (most: string) =>
    `Die sichere Leistung ist so viel, wie diese Wechselrichter überhaupt können (${most}): Die Ausfallsicherung würde nichts senken. Stellen Sie zuerst eine kleinere ein.`,
  noSafePower:
    'Mit einer sicheren Leistung von 0 W wird nichts eingespeist und genutzt, solange der Zähler ausfällt. Als dauerhafte Begrenzung nehmen Wechselrichter nicht weniger als ein Tausendstel dessen an, was sie können.',
  test: 'Ausfallsicherung testen',
  testCancel: 'Test abbrechen',
  testing: 'Die Regel handelt, als wäre der Zähler ausgefallen …',
  tested: (seconds) => `Getestet: nach ${seconds} s bei der sicheren Leistung.`,
  testFailed: 'Getestet: Die Wechselrichter kamen nicht rechtzeitig auf die sichere Leistung.',
  failed: 'Die Regel kann nicht gelesen werden.',
  results: {
    19101: 'Die gewünschte Leistung am Zähler muss zwischen {min} und {max} Watt liegen!',
    19102: 'Die Hysterese muss zwischen {min} und {max} Watt liegen!',
    19103: 'Der Spielraum muss zwischen {min} und {max} Prozent liegen!',
    19104: 'Die Regel ist scharf!',
    19105: 'Die Regel ist nicht mehr scharf!',
    19106: 'Der Zähler meldet nichts, darum kann die Regel nicht scharf geschaltet werden!',
    19107: 'Kein Wechselrichter der Gruppe antwortet, darum kann die Regel nicht scharf geschaltet werden!',
    19108: 'Die Regel ist nicht scharf!',
    19109: 'Die Ausfallsicherung wird getestet!',
    19110: 'Die sichere Leistung muss zwischen {min} und {max} Watt liegen!',
    19111: 'Es gibt keinen Stromzähler, darum kann die Regel nicht scharf geschaltet werden!',
    19112: 'Es gibt keinen Wechselrichter, für den die Regel gilt!',
    19113: 'Der Test der Ausfallsicherung wurde abgebrochen!',
    19114: 'Die Ausfallsicherung wird nicht getestet!',
    19115: 'Die scharfe Regel richtet sich nach dem Zähler: Schalten Sie sie zuerst ab!',
    19201: 'Der Zähler kann alle {min} bis {max} Sekunden gelesen werden!',
    19202: 'Die Gerätenummer des Zählers muss zwischen {min} und {max} liegen!',
    19203: 'Der Zähler kann mit {min} bis {max} malgenommen werden!',
    19204: 'Das Topic muss 1 bis {max} Bytes lang sein, ohne + und #!',
    19301:
      'Die Stille, nach der eine Begrenzung über Modbus endet, muss zwischen {min} und {max} Sekunden liegen!',
  },
  names: { armed: 'Scharf geschaltet', schedule: 'Zeile des Zeitplans', cap: 'Obergrenze für alle zusammen' },
};
