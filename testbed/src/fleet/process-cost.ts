import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_S = 100;

export interface Cost {
  readonly cpuS: number;
  readonly residentBytes: number;
}

/** What processes have cost so far, with all that they have started. */
export function costOf(pids: readonly number[]): Cost {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isOurs = (pid: number): boolean =>
    pids.includes(pid) || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  const all = [...parents.keys()].filter(isOurs).map(costOfOne);
  return {
    cpuS: all.reduce((sum, { cpuS }) => sum + cpuS, 0),
    residentBytes: all.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  };
}

const statOf = (pid: string | number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
  } catch {
    return []; // it has just ended
  }
};
const parentOf = (pid: string) => statOf(pid)[1] ?? 0;

function costOfOne(pid: number): Cost {
  const stat = statOf(pid);
  let residentBytes = 0;
  try {
    // Without what several processes share, as those of PostgreSQL do.
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    residentBytes = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // It has just ended.
  }
  // With what it took of those that have ended, which would be gone with them.
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (stat[index] ?? 0), 0);
  return { cpuS: ticks / TICKS_PER_S, residentBytes };
}
