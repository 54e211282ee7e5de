import { accept, startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { describe, expect, it } from 'vitest';
import {
  type ConnectionTestbed,
  isConnected,
  startConnectionTestbed,
} from '../../../test/connection-testbed.ts';

const BLOCK = 'x'.repeat(64 * 1024);
/** What the kernel may take for both ends of a connection, generously. */
const KERNEL_BYTES = 64 * 1024 * 1024;

/** Publishes until nothing is taken; how many bytes were. */
function fill({ connection }: ConnectionTestbed): number {
  let bytes = 0;
  while (bytes < KERNEL_BYTES && connection.publish({ topic: 'solar/x', payload: BLOCK, retain: false })) {
    bytes += BLOCK.length;
  }
  return bytes;
}

describe('a broker that takes nothing', () => {
  it('is sent nothing more, so nothing piles up here, until it takes again', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    await eventually(() => expect(isConnected(testbed)).toBe(true));
    broker.sockets[0]?.pause();
    await eventually(() => {
      expect(fill(testbed)).toBe(0);
    });
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 1000; count++) expect(fill(testbed)).toBe(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    expect(isConnected(testbed)).toBe(true);
    broker.sockets[0]?.resume();
    await eventually(() => expect(fill(testbed)).toBeGreaterThan(0));
  });

  it('has 2 s for the goodbye', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    await eventually(() => expect(isConnected(testbed)).toBe(true));
    broker.sockets[0]?.pause();
    let isStopped = false;
    const stopped = testbed.connection.stop().then(() => {
      isStopped = true;
    });
    await testbed.clock.advanceAsync(1999);
    expect(isStopped).toBe(false);
    await testbed.clock.advanceAsync(1);
    await stopped;
  });

  it('gets no goodbye behind what it does not take, so it publishes the will', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    await eventually(() => expect(isConnected(testbed)).toBe(true));
    broker.sockets[0]?.pause();
    await eventually(() => {
      expect(fill(testbed)).toBe(0);
    });
    await testbed.connection.stop(); // the clock stands still
  });
});
