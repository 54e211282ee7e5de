import { describe, expect, it } from 'vitest';
import { createTestServices, jsonResponse } from '../../../test/test-services.ts';
import { waitForRestart } from './wait-for-restart.ts';

/** A gateway that is up since `sinceMs` of the clock; undefined: away. */
function wait(isWanted = (_passedMs: number) => true) {
  const gateway = { sinceMs: -3_600_000 as number | undefined, build: 'v1.2.3', requests: 0 };
  const { services, clock } = createTestServices({
    fetch: () => {
      gateway.requests += 1;
      if (gateway.sinceMs === undefined) return Promise.reject(new TypeError('network is down'));
      const uptime = Math.floor((clock.elapsedMs() - gateway.sinceMs) / 1000);
      return Promise.resolve(jsonResponse({ uptime, git_hash: gateway.build }));
    },
  });
  const end = waitForRestart(services, clock.elapsedMs(), isWanted);
  /** Lets seconds pass, each with its question and answer. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { gateway, clock, end, pass };
}

describe('a restart', () => {
  it('is over when the gateway is up for less time than it was waited for', async () => {
    const { gateway, clock, end, pass } = wait();
    await pass(1);
    gateway.sinceMs = undefined;
    await pass(200);
    gateway.sinceMs = clock.elapsedMs();
    gateway.build = 'g00abc12';
    await pass(1);
    expect(await end).toEqual({
      ...{ kind: 'back', tookMs: 202_000 },
      status: expect.objectContaining({ firmwareBuild: 'g00abc12', uptimeS: 1 }),
    });
  });

  it('did not happen when the gateway is there all the time', async () => {
    const { end, pass } = wait();
    await pass(11);
    expect(await end).toEqual({ kind: 'stayed' });
  });

  it('is waited for as long as somebody wants to know', async () => {
    const { gateway, end, pass } = wait((passedMs) => passedMs <= 30_000);
    gateway.sinceMs = undefined;
    await pass(40);
    expect(await end).toBeUndefined();
    expect(gateway.requests).toBe(30);
  });
});
