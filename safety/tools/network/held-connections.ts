import { readFileSync } from 'node:fs';

/** The state of a connection of which neither side has closed. Source: the kernel's `tcp_states.h`. */
const ESTABLISHED = '01';

/** Peers, as `127.0.0.2:40000`, whose connections to this port of 127.0.0.1 the server holds open, as the kernel sees it. */
export function heldConnections(port: number): ReadonlySet<string> {
  const peers = new Set<string>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local = '', peer = '', state] = line.trim().split(/\s+/);
    if (state === ESTABLISHED && portOf(local) === port) peers.add(`${addressOf(peer)}:${portOf(peer)}`);
  }
  return peers;
}

function portOf(end: string): number {
  return Number.parseInt(end.split(':')[1] ?? '', 16);
}

/** Four bytes in hexadecimal digits, the last one first. */
function addressOf(end: string): string {
  const bytes = (end.split(':')[0] ?? '').match(/../g) ?? [];
  return bytes
    .map((byte) => Number.parseInt(byte, 16))
    .reverse()
    .join('.');
}
