import type { Texts } from '../texts.ts';

type OfOurGateway = Pick<Texts['device'], 'more'>;

/** What the build for a device has no fields for. */
const OF_OUR_GATEWAY: OfOurGateway = {
  /** Of displays since 2023, and lights. */
  more: {
    title: 'Mehr',
    note: 'Dieses Gateway hat selbst weder Display noch Leuchten: Es merkt sich das für Programme und für seine Sicherungsdatei.',
    rotation: 'Drehung',
    locale: 'Sprache',
    diagram: 'Diagramm',
    diagrams: ['Aus', 'Klein', 'Ganzer Bildschirm'],
    diagramDuration: 'Zeitspanne des Diagramms',
    light: (n) => `Helligkeit von Licht ${n}`,
  },
};

/** German: the device manager, and the DTU settings. */
export const texts: Texts['device'] = {
  pins: 'Pin-Belegung',
  profile: 'Profil',
  defaultProfile: 'Standardbelegung',
  risk: __FOR_DEVICE__
    ? 'Mit einem falschen Profil ist das Gateway vielleicht nicht mehr erreichbar; dann hilft nur noch die serielle Schnittstelle. Wenn Sie ein anderes Profil speichern, startet das Gateway neu.'
    : 'Sitzt ein Funkchip an den Pins dieses Rechners (--radio nrf24), sagt das Profil, wo er angeschlossen ist: Mit einem falschen antwortet das Funkmodul nicht. Alle anderen Pins sind für eigenständige Geräte gedacht. Wenn Sie ein anderes Profil speichern, startet das Gateway neu.',
  noProfiles: __FOR_DEVICE__
    ? (file) => `Es gibt keine Profile (${file}), nur die Standardbelegung.`
    : (file) =>
        `Es gibt keine Profile (${file}), nur die Standardbelegung. Wer einen Funkchip an den Pins dieses Rechners hat (--radio nrf24), kann mit einem Profil sagen, wo er angeschlossen ist.`,
  brokenFile: (file) =>
    `${file} ist keine lesbare Liste von Profilen. Bis sie ersetzt ist, gibt es nur die Standardbelegung.`,
  profileGone: (name) => `Das gespeicherte Profil „${name}“ gibt es nicht: Es gilt die Standardbelegung.`,
  changes: {
    one: '# Wert ändert sich beim nächsten Start.',
    other: '# Werte ändern sich beim nächsten Start.',
  },
  same: 'Gewählte und aktive Werte sind gleich.',
  pin: 'Pin',
  selected: 'Gewählt',
  active: 'Aktiv',
  differs: 'ändert sich',
  groups: {
    nrf24: 'Funk (nRF24)',
    eth: 'Ethernet',
    display: 'Display',
    cmt: 'Funk (CMT2300A)',
    w5500: 'Ethernet (W5500)',
    led: 'Lichter',
  },
  names: {
    enabled: 'Verwendet',
    phy_addr: 'PHY-Adresse',
    power: 'Power-Pin',
    type: 'Typ',
    clk_mode: 'Takt',
  },
  yes: 'ja',
  no: 'nein',
  notUsed: 'nicht verwendet',
  noDisplay: 'kein Display',
  clocks: ['GPIO 0 Eingang', 'GPIO 0 Ausgang', 'GPIO 16 Ausgang', 'GPIO 17 Ausgang'],
  expected: 'Das Gateway startet neu. Diese Seite macht weiter, sobald es wieder da ist.',
  done: 'Das Gateway ist neu gestartet.',
  powerSafe: 'Stromsparen',
  powerSafeHint: 'Aus, solange kein Wechselrichter produziert.',
  screensaver: 'Bildschirmschoner',
  screensaverHint: 'Verschiebt das Bild ein wenig, damit nichts einbrennt.',
  showLogo: 'Logo anzeigen',
  contrast: 'Kontrast',
  ...(__FOR_DEVICE__ ? ({} as OfOurGateway) : OF_OUR_GATEWAY),
  dtu: {
    title: 'Funk',
    serial: 'Seriennummer',
    serialHint: 'Beim ersten Start erzeugt. Muss selten geändert werden.',
    pollInterval: 'Abfrageintervall',
    pollIntervalHint: 'Zeit von einem Wechselrichter zum nächsten.',
    paLevel: 'Sendeleistung',
    paLevelHint: 'Höhere Stufen brauchen eine stabile Stromversorgung.',
    paLevels: ['Minimal', 'Niedrig', 'Hoch', 'Maximal'],
  },
};
