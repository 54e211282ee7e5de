import { readFileSync } from 'node:fs';

/** What a process takes of its machine. */
export interface ProcessUse {
  /** Of all its threads, since its start. */
  readonly cpuMs: number;
  readonly memoryMb: number;
}

/** The kernel counts time of processes in hundredths of a second, on every architecture that Node runs on. */
const TICK_MS = 10;
/** The fields before it are the number and, in brackets, the name of the process, which may have blanks. */
const USER_TICKS = 11;

/** As the kernel of Linux counts it, so nothing has to run in the process itself. */
export function processUse(pid: number): ProcessUse {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER_TICKS]) + Number(fields[USER_TICKS + 1]);
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { cpuMs: ticks * TICK_MS, memoryMb: Number(kilobytes) / 1024 };
}
