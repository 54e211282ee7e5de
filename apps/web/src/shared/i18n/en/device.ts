/** What the build for a device has no fields for. */
const OF_OUR_GATEWAY = {
  /** Of displays since 2023, and lights. */
  more: {
    title: 'More',
    note: 'This gateway has neither display nor lights of its own: it keeps these for programs and for its backup file.',
    rotation: 'Rotation',
    locale: 'Language',
    diagram: 'Diagram',
    diagrams: ['Off', 'Small', 'Full screen'],
    diagramDuration: 'Time span of the diagram',
    light: (n: number) => `Brightness of light ${n}`,
  },
};

/** English: the device manager, and the DTU settings. */
export const texts = {
  pins: 'Pin assignment',
  profile: 'Profile',
  defaultProfile: 'Default wiring',
  risk: __FOR_DEVICE__
    ? 'A wrong profile can make the gateway unreachable; then only its serial port helps. Saving another profile restarts the gateway.'
    : 'With a chip at the pins of this machine (--radio nrf24), the profile says where it is wired: with a wrong one the radio does not answer. All other pins are meant for devices of their own. Saving another profile restarts the gateway.',
  noProfiles: __FOR_DEVICE__
    ? (file: string) => `There are no profiles (${file}), only the default wiring.`
    : (file: string) =>
        `There are no profiles (${file}), only the default wiring. Whoever has a chip at the pins of this machine (--radio nrf24) can say by a profile where it is wired.`,
  brokenFile: (file: string) =>
    `${file} is not a readable list of profiles. Until it is replaced, only the default wiring is available.`,
  profileGone: (name: string) => `The saved profile “${name}” does not exist. The default wiring is used.`,
  changes: { one: '# value changes at the next start.', other: '# values change at the next start.' },
  same: 'Selected and active values are the same.',
  pin: 'Pin',
  selected: 'Selected',
  active: 'Active',
  differs: 'changes',
  groups: {
    nrf24: 'Radio (nRF24)',
    eth: 'Ethernet',
    display: 'Display',
    cmt: 'Radio (CMT2300A)',
    w5500: 'Ethernet (W5500)',
    led: 'Lights',
  },
  /** What is no pin by its usual name. */
  names: { enabled: 'In use', phy_addr: 'PHY address', power: 'Power pin', type: 'Type', clk_mode: 'Clock' },
  yes: 'yes',
  no: 'no',
  notUsed: 'not used',
  noDisplay: 'none',
  /** By clock mode, 0 to 3. */
  clocks: ['GPIO 0 in', 'GPIO 0 out', 'GPIO 16 out', 'GPIO 17 out'],
  expected: 'The gateway is restarting. This page continues when it is back.',
  done: 'The gateway has restarted.',
  powerSafe: 'Power save',
  powerSafeHint: 'Off while no inverter produces.',
  screensaver: 'Screensaver',
  screensaverHint: 'Moves the picture slightly to prevent burn-in.',
  showLogo: 'Show the logo',
  contrast: 'Contrast',
  ...(__FOR_DEVICE__ ? ({} as typeof OF_OUR_GATEWAY) : OF_OUR_GATEWAY),
  dtu: {
    title: 'Radio',
    serial: 'Serial number',
    serialHint: 'Generated at first start. Rarely needs changing.',
    pollInterval: 'Poll interval',
    pollIntervalHint: 'Time between one inverter and the next.',
    paLevel: 'Transmit power',
    paLevelHint: 'Higher levels need a stable power supply.',
    /** By PA level, 0 to 3. */
    paLevels: ['Minimum', 'Low', 'High', 'Maximum'],
  },
};
