import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const GIB = 2 ** 30;

/** What figures were measured on, as in "2 cores, 24 GiB, Debian GNU/Linux 12, Node 20.20.0". */
export function machineName(): string {
  const memory = `${Math.round(totalmem() / GIB)} GiB`;
  return `${cpus().length} cores, ${memory}, ${systemName()}, Node ${process.versions.node}`;
}

function systemName(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  } catch {
    return process.platform; // not every system has this file
  }
}
