/** What the unit must say of itself, beside what systemd asks for. */
const NEEDED = [
  'Type=notify',
  'NotifyAccess=all',
  'Restart=on-failure',
  'StartLimitIntervalSec=0',
  'DynamicUser=yes',
  'StateDirectory=heliograph',
  'StateDirectoryMode=0700',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateTmp=yes',
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'SystemCallFilter=@system-service',
  'SystemCallArchitectures=native',
  'MemoryDenyWriteExecute=no',
];

/**
 * What is wrong with the unit of the gateway, one sentence each.
 * @param {string} text
 * @returns {readonly string[]}
 */
export function unitProblems(text) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  /** @param {string} name */
  const numberOf = (name) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(text)?.[1]);
  const linesPerSecond = numberOf('LogRateLimitBurst') / numberOf('LogRateLimitIntervalSec');
  return [
    ...NEEDED.filter((line) => !lines.includes(line)).map((line) => `${line} is missing`),
    ...(numberOf('WatchdogSec') > 0 ? [] : ['nobody watches over it: WatchdogSec is missing']),
    ...(numberOf('RestartSec') >= 5 ? [] : ['it is started again without a pause: RestartSec is missing']),
    ...(linesPerSecond > 0 && linesPerSecond <= 100 ? [] : ['it may fill the journal']),
    ...lines
      .filter((line) => /^Environment=.*PASSWORD=/.test(line))
      .map((line) => `${line.split('=')[1]} stands in the unit, which everybody may read`),
  ];
}
