/** English: the DTU settings. */
export const texts = {
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
