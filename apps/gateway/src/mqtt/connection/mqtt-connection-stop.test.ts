import { accept, startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { describe, expect, it } from 'vitest';
import {
  failureOf,
  isConnected,
  retryLines,
  startConnectionTestbed,
} from '../../../test/connection-testbed.ts';

describe('stopping', () => {
  it('ends an attempt that is under way', async () => {
    const broker = await startScriptedBroker(() => {});
    const testbed = startConnectionTestbed({ port: broker.port });
    await eventually(() => expect(broker.received(0).length).toBeGreaterThan(0));
    await testbed.connection.stop();
    await eventually(() => expect(broker.sockets[0]?.closed).toBe(true));
    await testbed.clock.advanceAsync(120_000);
    expect(broker.sockets).toHaveLength(1);
    expect(retryLines(testbed)).toEqual([]);
  });

  it('ends the wait for the next attempt', async () => {
    const testbed = startConnectionTestbed({ port: await freePort() });
    await eventually(() => expect(failureOf(testbed)).toBe('refused'));
    await testbed.connection.stop();
    await testbed.clock.advanceAsync(120_000);
    expect(testbed.attemptsMs).toEqual([0]);
  });

  it('may be asked for in the call that tells of the connection, and twice', async () => {
    const { port } = await startScriptedBroker(accept);
    let stops: readonly Promise<void>[] = [];
    const testbed = startConnectionTestbed(
      { port },
      {
        onConnect() {
          stops = [testbed.connection.stop(), testbed.connection.stop()];
        },
      },
    );
    await eventually(() => expect(stops).toHaveLength(2));
    await Promise.all(stops);
  });

  it('leaves nothing behind, however often', async () => {
    const broker = await startScriptedBroker(accept);
    const countOf = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap' || name === 'Timeout')
        .length;
    const before = countOf();
    for (let count = 0; count < 50; count++) {
      const testbed = startConnectionTestbed({ port: broker.port });
      await eventually(() => expect(isConnected(testbed)).toBe(true));
      await testbed.connection.stop();
    }
    await eventually(() => expect(countOf()).toBeLessThanOrEqual(before));
  });
});
