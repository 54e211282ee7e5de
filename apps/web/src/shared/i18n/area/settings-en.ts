/** English: the DTU settings. */
export const settingsEn = {
  dtu: {
    title: 'Radio',
    serial: 'Serial number',
    serialHint: 'Made at the first start; normally stays as it is.',
    pollInterval: 'Poll interval',
    pollIntervalHint: 'Time from one inverter to the next.',
    paLevel: 'Transmit power',
    paLevelHint: 'Higher levels need a stable power supply.',
    /** By PA level, 0 to 3. */
    paLevels: ['Minimum', 'Low', 'High', 'Maximum'],
  },
};

/** The texts of the DTU settings. */
export type SettingsMessages = typeof settingsEn;
