import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ENDPOINTS } from '@heliograph/contract';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket, type SocketClient } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { buildForTests } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';
import { dtuOf, savedInterval } from './saved-interval.ts';

/** F26: signals under load. An end while the disk is slow is in `slow-disk-end.test.ts`. */

const row = openRow('F26');
const TIMEOUT = { timeout: 300_000 };
const NONE = { exactly: 0 } as const;
const SOCKETS = row.scale(3, 8);
const READERS = row.scale(2, 4);
/** So many saves are acknowledged before the signal comes. */
const SAVES = row.scale(10, 200);
const END_MAX_MS = 5_000;

function save(port: number, seconds: number, from: string) {
  const headers = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };
  const body = `data=${encodeURIComponent(JSON.stringify(dtuOf(seconds)))}`;
  return send(port, ENDPOINTS.setDtuConfig.path, { method: 'POST', headers, body, from });
}

/** Sockets, readers and a writer, until nobody answers any more. */
async function putUnderLoad({ port }: GatewayProcess) {
  const sockets: SocketClient[] = [];
  for (let count = 0; count < SOCKETS; count++) sockets.push(await openSocket(port));
  /** The last ones that were asked for, and acknowledged, of saves that were counted. */
  const saves = { count: 0, asked: 0, acknowledged: 0 };
  let enough: () => void = () => {};
  const loaded = new Promise<void>((resolve) => {
    enough = resolve;
  });
  // Each has an address of its own, since a gateway answers each only so often.
  const readers = Array.from({ length: READERS }, async (_, index) => {
    for (;;) await send(port, ENDPOINTS.getLiveData.path, { from: `127.0.0.${index + 3}` });
  });
  const writer = (async () => {
    for (;;) {
      const { status, text } = await save(port, ++saves.asked, '127.0.0.2');
      if (status === 429) await wait(20);
      if (!text.includes('"code":1001')) continue;
      saves.acknowledged = saves.asked;
      if (++saves.count === SAVES) enough();
    }
  })();
  const ended = Promise.allSettled([...readers, writer]);
  await loaded;
  return { sockets, ended, saves };
}

/** How a gateway under load ends when it is asked to. */
async function endUnderLoad(gateway: GatewayProcess) {
  const { sockets, ended, saves } = await putUnderLoad(gateway);
  const startMs = performance.now();
  const code = await gateway.end('SIGTERM');
  const tookMs = performance.now() - startMs;
  const codes = await Promise.all(sockets.map(({ closed }) => closed));
  await ended;
  await gateway.startAgain();
  const saved = await savedInterval(gateway);
  // One more may have been saved whose answer did not come through.
  const isKept = saved === saves.acknowledged || saved === saves.asked;
  const untold = codes.filter((closeCode) => closeCode !== 1012).length;
  return { tookMs, lost: Number(!isKept), disorderly: Number(code !== 0) + untold };
}

/** In the short form `main.test.ts` does. */
async function tellSecondSignal(gateway: GatewayProcess): Promise<void> {
  const stalled = await openSocket(gateway.port);
  stalled.socket.pause(); // keeps the end in order busy for a second
  const first = gateway.end('SIGTERM');
  await wait(400); // sooner it would be the same one, passed on by npm
  void gateway.end('SIGTERM');
  row.figure({
    what: 'exit code after a second signal',
    value: (await first) ?? -1,
    goal: { exactly: 1 },
  });
  stalled.socket.terminate();
}

const DISORDER = 'ends without exit code 0, and sockets that were not told';

describe('SIGTERM under load', TIMEOUT, () => {
  it('ends the gateway in order, with everything that was acknowledged', async () => {
    const gateway = await startGatewayProcess();
    try {
      const { tookMs, lost, disorderly } = await endUnderLoad(gateway);
      row.figure({
        what: 'time to the end',
        value: Math.round(tookMs),
        unit: 'ms',
        goal: { atMost: END_MAX_MS },
        isTimed: true,
      });
      row.figure({ what: DISORDER, value: disorderly, goal: NONE });
      row.figure({ what: 'acknowledged saves lost', value: lost, goal: NONE });
      if (row.isNightly) await tellSecondSignal(gateway);
    } finally {
      await gateway.dispose();
    }
  });

  it.runIf(row.isNightly)('would end it somehow', async () => {
    const gateway = await startGatewayProcess({ without: ['orderlyEnd'] });
    try {
      const { disorderly } = await endUnderLoad(gateway);
      row.counterProof({ what: DISORDER, without: SEAMS.orderlyEnd, value: disorderly, goal: NONE });
    } finally {
      await gateway.dispose();
    }
  });
});

const HANG_UP = { what: 'gateways that SIGHUP ends without order', goal: NONE } as const;
/** A terminal of its own for a program, which goes when the first line of its input comes. */
const AT_A_TERMINAL = [
  'python3',
  '-c',
  `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
said = b''
while b'Stop it with' not in said:
    said += os.read(terminal, 10000)
os.close(terminal)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`,
] as const;

describe('SIGHUP', TIMEOUT, () => {
  it('does not end a service: it reads its certificate anew', async () => {
    const gateway = await startGatewayProcess({ scenario: 'no-inverters' });
    try {
      process.kill(gateway.pid(), 'SIGHUP');
      await expect
        .poll(gateway.output, { timeout: 20_000 })
        .toContain('There is no certificate to read anew.');
      const isWell = (await send(gateway.port, '/healthz')).status === 200;
      row.figure({ ...HANG_UP, value: Number(!isWell || !gateway.isRunning()) });
    } finally {
      await gateway.dispose();
    }
  });

  it('ends in order what runs at a terminal that has gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heliograph-terminal-'));
    try {
      const main = await buildForTests('apps/gateway/src/main.ts');
      const flags = ['--port', '0', '--host', '127.0.0.1', '--data', folder];
      const [program, ...args] = [...AT_A_TERMINAL, process.execPath, main, ...flags];
      const { stdout } = await promisify(execFile)(program, args, { timeout: 60_000 });
      // Ended by the signal, after all has been put away.
      const isLeft = (await readdir(folder)).some((name) => name.endsWith('.tmp'));
      row.figure({ ...HANG_UP, value: Number(stdout.trim() !== '-1' || isLeft) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
