/** The oldest Node that runs the gateway: major, minor. */
const NODE_MIN = [20, 19] as const;

/** Why this Node cannot run the gateway, in one sentence; undefined when it can. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor, minMinor] = NODE_MIN;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `Heliograph needs Node ${minMajor}.${minMinor} or newer, and this is Node ${version}.`;
}

/**
 * Last day of fixes for each major that runs the gateway. Source: schedule.json at github.com/nodejs/Release, which
 * https://nodejs.org/en/about/previous-releases shows.
 */
const LAST_FIXES: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** The newest with long-term support; the image has it, too. */
export const NEWEST_LTS = 26;

/** The day of its last security fixes, of a Node that gets none any more; undefined for one that does, or that we know nothing of. */
export function nodeEndOfLife(version: string, unixMs: number): string | undefined {
  const day = LAST_FIXES[Number.parseInt(version, 10)];
  return day === undefined || unixMs < Date.parse(`${day}T23:59:59Z`) ? undefined : day;
}
