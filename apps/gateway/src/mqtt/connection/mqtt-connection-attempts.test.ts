import { accept, connack, startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ConnectionTestbed,
  failureOf,
  isConnected,
  publishTo,
  retryLines,
  startConnectionTestbed,
} from '../../../test/connection-testbed.ts';

/** Waits until the attempt that is under way has failed, and goes to the next one. */
async function goToNextAttempt(testbed: ConnectionTestbed): Promise<void> {
  const attempts = testbed.attemptsMs.length;
  await eventually(() => expect(retryLines(testbed)).toHaveLength(attempts));
  const [, seconds] = /retryS=([\d.]+)/.exec(retryLines(testbed).at(-1) ?? '') ?? [];
  testbed.clock.advance(Number(seconds) * 1000);
  expect(testbed.attemptsMs).toHaveLength(attempts + 1);
}

describe('a connection that fails', () => {
  it.each([
    [1, 'rejected'],
    [2, 'rejected'],
    [3, 'no-answer'],
    [4, 'login'],
    [5, 'login'],
  ])('tells what return code %d means: %s', async (returnCode, failure) => {
    const { port } = await startScriptedBroker((socket) => socket.end(connack(returnCode)));
    const testbed = startConnectionTestbed({ port });
    await eventually(() => expect(failureOf(testbed)).toBe(failure));
    expect(retryLines(testbed)).toEqual([expect.stringContaining(`code="${returnCode}" retryS=1`)]);
  });

  it('gives a silent broker 10 s', async () => {
    const broker = await startScriptedBroker(() => {});
    const testbed = startConnectionTestbed({ port: broker.port });
    await eventually(() => expect(broker.received(0).length).toBeGreaterThan(0));
    testbed.clock.advance(9999);
    expect(failureOf(testbed)).toBe('');
    testbed.clock.advance(1);
    expect(failureOf(testbed)).toBe('no-answer');
    await eventually(() => expect(broker.sockets[0]?.destroyed).toBe(true));
  });

  it('is over when the broker hangs up at once', async () => {
    const { port } = await startScriptedBroker((socket) => socket.destroy());
    const testbed = startConnectionTestbed({ port });
    await eventually(() => expect(failureOf(testbed)).toBe('closed'));
  });

  it.each([
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['an alert of TLS', Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70)],
    ['a packet of no kind', Uint8Array.of(0, 0)],
    ['a length without end', Uint8Array.of(0x20, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['two acceptances', Buffer.concat([connack(), connack()])],
  ])('is over when the broker answers with %s', async (_what, answer) => {
    const { port } = await startScriptedBroker((socket) => socket.write(answer));
    const testbed = startConnectionTestbed({ port });
    await eventually(() => expect(failureOf(testbed)).toBe('rejected'));
  });

  it('ends and comes again when what it hears later is no packet', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    await eventually(() => expect(testbed.connects()).toBe(1));
    broker.sockets[0]?.write(Uint8Array.of(0x36, 2, 0, 0));
    await goToNextAttempt(testbed);
    await eventually(() => expect(testbed.connects()).toBe(2));
    expect(testbed.connection.facts()).toEqual({ isConnected: true, failure: '' });
  });

  it('is over when a ping stays without answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    while (!isConnected(testbed)) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(22_499);
    expect(isConnected(testbed)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(testbed.connection.facts()).toEqual({ isConnected: false, failure: 'no-answer' });
  });

  it('does not bring the process down with a topic that no packet holds', async () => {
    const { port } = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port });
    await eventually(() => expect(isConnected(testbed)).toBe(true));
    expect(publishTo(testbed, 'x'.repeat(70_000))).toBe(false);
    await eventually(() => expect(failureOf(testbed)).toBe('other'));
  });

  it('fails with an impossible port as with any other', async () => {
    const testbed = startConnectionTestbed({ port: 70_000 });
    await eventually(() => expect(failureOf(testbed)).toBe('other'));
  });
});

describe('the attempts of a connection', () => {
  it('come 1 s apart, then 2 s, up to 60 s', async () => {
    const testbed = startConnectionTestbed({ port: await freePort() });
    for (let count = 0; count < 8; count++) await goToNextAttempt(testbed);
    expect(testbed.attemptsMs.map((ms) => ms / 1000)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(failureOf(testbed)).toBe('refused');
  });

  it('warn once per reason', async () => {
    const nothing = new Uint8Array();
    const answers = [nothing, nothing, connack(5), connack(5), nothing];
    const { port } = await startScriptedBroker((socket) => socket.end(answers.shift() ?? nothing));
    const testbed = startConnectionTestbed({ port });
    for (let count = 0; count < 4; count++) await goToNextAttempt(testbed);
    await eventually(() => expect(retryLines(testbed)).toHaveLength(5));
    const levels = retryLines(testbed).map((line) => line.slice(0, line.indexOf(' ')));
    expect(levels).toEqual(['warn', 'debug', 'warn', 'debug', 'warn']);
  });

  it('warn about a lasting reason again every 10 minutes', async () => {
    const testbed = startConnectionTestbed({ port: await freePort() });
    const minutes = () => Math.floor(testbed.clock.monotonicMs() / 60_000);
    while (minutes() < 25) await goToNextAttempt(testbed);
    const warnings = () => retryLines(testbed).filter((line) => line.startsWith('warn')).length;
    await eventually(() => expect(warnings()).toBe(3));
  });

  it('warn whenever a connection is lost, and that another client may have our id when it happens at once, twice', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    for (const [at, holdMs] of [20_000, 20_000, 9999, 3000, 10_000].entries()) {
      await eventually(() => expect(testbed.connects()).toBe(at + 1));
      testbed.clock.advance(holdMs);
      broker.sockets[at]?.destroy();
      await goToNextAttempt(testbed);
    }
    const lines = retryLines(testbed);
    expect(lines.every((line) => line.startsWith('warn'))).toBe(true);
    const isTold = lines.map((line) => /same client id.*clientId="OpenDTU-1223476"/.test(line));
    expect(isTold).toEqual([false, false, false, true, false]);
  });

  it('begin at 1 s again after a connection that held for 10 s, not after a shorter one', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    for (const [at, holdMs] of [3000, 9999, 10_000, 0].entries()) {
      await eventually(() => expect(testbed.connects()).toBe(at + 1));
      testbed.clock.advance(holdMs);
      broker.sockets[at]?.destroy();
      await goToNextAttempt(testbed);
    }
    const retries = retryLines(testbed).map((line) => /retryS=(\d+)/.exec(line)?.[1]);
    expect(retries).toEqual(['1', '2', '1', '2']);
  });
});
