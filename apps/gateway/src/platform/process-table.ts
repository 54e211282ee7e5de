import { readFileSync } from 'node:fs';
import { systemErrorCode } from './start-error.ts';

/** Which processes run on this machine. */
export interface ProcessTable {
  readonly ownPid: number;
  /**
   * A text that no other process of this pid has had, where the system tells (Linux: boot and start time); `running`
   * elsewhere; undefined when no such process runs.
   */
  identityOf(pid: number): string | undefined;
}

export const hostProcessTable: ProcessTable = {
  ownPid: process.pid,
  identityOf(pid) {
    if (!isRunning(pid)) return undefined;
    try {
      const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const { state, startTime } = factsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      // It has ended and holds nothing any more: only its parent has not asked yet how it ended.
      return ENDED.test(state) ? undefined : `${bootId}/${startTime}`;
    } catch {
      return 'running'; // not Linux: the pid is all there is
    }
  },
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only asks
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'; // it runs and belongs to somebody else
  }
}

/** Zombies and the dead. Source: proc_pid_stat(5). */
const ENDED = /^[ZXx]$/;

/** Fields 3 and 22 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets. */
function factsOf(stat: string) {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: afterName[0] ?? '', startTime: afterName[19] ?? '' };
}
