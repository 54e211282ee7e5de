import { spawn } from 'node:child_process';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { createLineOutput } from '../../apps/gateway/src/platform/line-output.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { openListener } from '../tools/network/listeners.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';

/** F28: nobody reads what the gateway writes any more, for a while or for ever. */

const row = openRow('F28');
const FLAGS = ['--log-level', 'trace'];
const LEFT_OUT = /Lines were left out here, since nobody has read them\. count=(\d+)/;

/** Has the gateway write some lines: each socket that comes and goes is two, and refused ones are one. */
async function makeLines({ port }: GatewayProcess, count: number): Promise<void> {
  for (let made = 0; made < count; made += 2) {
    const opened = await openListener(port, { from: `127.0.${made % 200}.${2 + (made % 7)}` });
    if (typeof opened === 'object') opened.socket.terminate();
  }
}

async function isAnswering({ port }: GatewayProcess): Promise<boolean> {
  const status = await send(port, '/healthz').then(
    (answer) => answer.status,
    () => 0,
  );
  return status === 200;
}

const GOES_ON = { what: 'gateways that go on when their reader goes away', goal: { exactly: 1 } } as const;

async function hangUp(gateway: GatewayProcess): Promise<number> {
  try {
    const { stdout, stderr } = gateway.written();
    for (const stream of [stdout, stderr]) stream.destroy();
    await makeLines(gateway, 40).catch(() => undefined);
    return Number(gateway.isRunning() && (await isAnswering(gateway)));
  } finally {
    await gateway.dispose();
  }
}

describe('the reader of the log', { timeout: 240_000 }, () => {
  it('goes away: the gateway goes on', async () => {
    row.figure({ ...GOES_ON, value: await hangUp(await startGatewayProcess({ flags: FLAGS })) });
    const deaf = await startGatewayProcess({ flags: FLAGS, without: ['outputErrors'] });
    row.counterProof({ ...GOES_ON, without: SEAMS.outputErrors, value: await hangUp(deaf) });
  });

  it('stops reading, and reads again: it is told what was left out', async () => {
    const gateway = await startGatewayProcess({ flags: FLAGS });
    try {
      const { stdout } = gateway.written();
      stdout.pause();
      await makeLines(gateway, row.scale(4_000, 40_000));
      row.figure({
        what: 'gateways that go on while nobody reads',
        value: Number(await isAnswering(gateway)),
        goal: { exactly: 1 },
      });
      stdout.resume();
      await expect.poll(() => LEFT_OUT.test(gateway.output()), { timeout: 30_000 }).toBe(true);
      row.figure({
        what: 'lines left out, as the gateway says',
        value: Number(LEFT_OUT.exec(gateway.output())?.[1]),
        goal: { atLeast: 1 },
      });
    } finally {
      await gateway.dispose();
    }
  });
});

const WAITS = { what: 'text that waits for a reader that has stopped', unit: 'kB' } as const;
const KEPT = { atMost: 256 } as const;

/** Writes to a real pipe that nobody reads; returns how much waits on our side of it. */
async function fillPipe(): Promise<number> {
  const reader = spawn('sleep', ['600'], { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    const { writeLine } = createLineOutput(reader.stdin, () => undefined);
    for (let number = 0; number < 50_000; number++) writeLine('x'.repeat(100));
    return reader.stdin.writableLength / 1024;
  } finally {
    reader.kill();
  }
}

it('a bounded text waits for the reader', { timeout: 60_000 }, async () => {
  row.figure({ ...WAITS, value: await fillPipe(), goal: KEPT });
  const value = await without(['outputBound'], fillPipe);
  row.counterProof({ ...WAITS, without: SEAMS.outputBound, value, goal: KEPT });
});
