import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { connack, startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { describe, expect, it } from 'vitest';
import { TARGET } from '../../../test/connection-testbed.ts';
import { openBrokerClient } from './broker-client.ts';

/** Connects, subscribes, and resolves with why it ended. */
function lifeWith(port: number): Promise<string> {
  return new Promise((resolve) => {
    const client = openBrokerClient({
      target: { ...TARGET, port },
      clock: createVirtualClock(),
      onAccepted: () => client.subscribe(['solar/+/cmd/power'], () => {}),
      onMessage() {},
      onSkipped() {},
      onEnd: ({ failure }) => resolve(failure),
    });
  });
}

/** Every kind of packet, with the two flags that any of them wants. */
const FIRST_BYTES = Array.from({ length: 16 }, (_, kind) => [kind << 4, (kind << 4) | 2]).flat();

describe('the client of a broker', () => {
  it.each([
    ['nothing', Uint8Array.of(0)],
    ['too little', Uint8Array.of(1, 0)],
    ['the number of the subscription', Uint8Array.of(2, 0, 1)],
    ['that and some bytes', Uint8Array.of(6, 0, 1, 0xff, 0x80, 0, 0xff)],
    ['less than its length says', Uint8Array.of(9, 0, 6, 0x61)],
  ])('survives packets of every kind with %s', async (_what, rest) => {
    let served = 0;
    const { port } = await startScriptedBroker((socket) => {
      const firstByte = FIRST_BYTES[served++] ?? 0;
      socket.once('data', () => {
        socket.write(connack());
        socket.once('data', () => socket.end(Buffer.from([firstByte, ...rest])));
      });
    });
    const ends = await Promise.all(FIRST_BYTES.map(() => lifeWith(port)));
    expect(served).toBe(FIRST_BYTES.length);
    expect(ends.filter((failure) => failure !== 'closed' && failure !== 'rejected')).toEqual([]);
    expect(ends.filter((failure) => failure === 'rejected').length).toBeGreaterThanOrEqual(28);
  });
});
