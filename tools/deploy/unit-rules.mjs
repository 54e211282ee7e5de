/** What the unit must say of itself, beside what systemd asks for. */
const NEEDED = [
  'Type=notify',
  'NotifyAccess=all',
  'Restart=on-failure',
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
  const [, seconds] = /^WatchdogSec=(\d+)$/m.exec(text) ?? [];
  return [
    ...NEEDED.filter((line) => !lines.includes(line)).map((line) => `${line} is missing`),
    ...(Number(seconds) > 0 ? [] : ['nobody watches over it: WatchdogSec is missing']),
    ...lines
      .filter((line) => /^Environment=.*PASSWORD=/.test(line))
      .map((line) => `${line.split('=')[1]} stands in the unit, which everybody may read`),
  ];
}
