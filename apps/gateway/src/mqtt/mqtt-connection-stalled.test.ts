import { describe, expect, it } from 'vitest';
import { type ConnectionBench, isConnected, startConnectionBench } from '../../test/connection-bench.ts';
import { eventually } from '../../test/eventually.ts';
import { accept, startScriptedBroker } from '../../test/scripted-broker.ts';

const BLOCK = 'x'.repeat(64 * 1024);
/** What the kernel may take for both ends of a connection, generously. */
const KERNEL_BYTES = 64 * 1024 * 1024;

/** Publishes until nothing is taken; how many bytes were. */
function fill({ connection }: ConnectionBench): number {
  let bytes = 0;
  while (bytes < KERNEL_BYTES && connection.publish({ topic: 'solar/x', payload: BLOCK, retain: false })) {
    bytes += BLOCK.length;
  }
  return bytes;
}

describe('a broker that takes nothing', () => {
  it('is sent nothing more, so nothing piles up here, until it takes again', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    broker.sockets[0]?.pause();
    await eventually(() => {
      expect(fill(bench)).toBe(0);
    });
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 1000; count++) expect(fill(bench)).toBe(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    expect(isConnected(bench)).toBe(true);
    broker.sockets[0]?.resume();
    await eventually(() => expect(fill(bench)).toBeGreaterThan(0));
  });

  it('has 2 s for the goodbye', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    broker.sockets[0]?.pause();
    let isStopped = false;
    const stopped = bench.connection.stop().then(() => {
      isStopped = true;
    });
    await bench.clock.advanceAsync(1999);
    expect(isStopped).toBe(false);
    await bench.clock.advanceAsync(1);
    await stopped;
  });

  it('gets no goodbye behind what it does not take, so it publishes the will', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    broker.sockets[0]?.pause();
    await eventually(() => {
      expect(fill(bench)).toBe(0);
    });
    await bench.connection.stop(); // the clock stands still
  });
});
