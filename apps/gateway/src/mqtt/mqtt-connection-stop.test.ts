import { describe, expect, it } from 'vitest';
import { failureOf, isConnected, retryLines, startConnectionBench } from '../../test/connection-bench.ts';
import { eventually } from '../../test/eventually.ts';
import { freePort } from '../../test/free-port.ts';
import { accept, startScriptedBroker } from '../../test/scripted-broker.ts';

describe('stopping', () => {
  it('ends an attempt that is under way', async () => {
    const broker = await startScriptedBroker(() => {});
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(broker.received(0).length).toBeGreaterThan(0));
    await bench.connection.stop();
    await eventually(() => expect(broker.sockets[0]?.closed).toBe(true));
    await bench.clock.advanceAsync(120_000);
    expect(broker.sockets).toHaveLength(1);
    expect(retryLines(bench)).toEqual([]);
  });

  it('ends the wait for the next attempt', async () => {
    const bench = startConnectionBench({ port: await freePort() });
    await eventually(() => expect(failureOf(bench)).toBe('refused'));
    await bench.connection.stop();
    await bench.clock.advanceAsync(120_000);
    expect(bench.attemptsMs).toEqual([0]);
  });

  it('may be asked for in the call that tells of the connection, and twice', async () => {
    const { port } = await startScriptedBroker(accept);
    let stops: readonly Promise<void>[] = [];
    const bench = startConnectionBench(
      { port },
      {
        onConnect() {
          stops = [bench.connection.stop(), bench.connection.stop()];
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
      const bench = startConnectionBench({ port: broker.port });
      await eventually(() => expect(isConnected(bench)).toBe(true));
      await bench.connection.stop();
    }
    await eventually(() => expect(countOf()).toBeLessThanOrEqual(before));
  });
});
