import { advanceUntil, createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  type PlantGateway,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NtpClient } from '../../apps/gateway/src/platform/ntp-client.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import * as testbed from '../tools/network/time-testbed.ts';

const TIMEOUT_MS = 300_000;
const MINUTE_MS = 60_000;
const SERIALS = [GARAGE, SOUTH_ROOF, EAST_AND_WEST];
const row = openRow('F15');
const noise = testbed.createNoise(row.seed);
const LIES = testbed.liesWith(noise);

describe('a time server', { timeout: TIMEOUT_MS }, () => {
  it('that lies is not believed, in whatever way', async () => {
    const believed = {
      what: 'lies believed by a clock that is not set',
      unit: `of ${LIES.length}`,
      goal: { exactly: 0 },
    };
    row.figure({ ...believed, value: await testbed.liesBelieved(false, row.seed) });
    row.figure({
      ...believed,
      what: 'lies believed by a clock that is set',
      value: await testbed.liesBelieved(true, row.seed),
    });
    for (const seam of ['timeEcho', 'timeYears'] as const) {
      const value = await without([seam], () => testbed.liesBelieved(false, row.seed));
      row.counterProof({ ...believed, without: SEAMS[seam], value });
    }
  });

  it.each(LIES)('that %s is believed as soon as it is right', async (_, lie) => {
    const { server, sync, until, beRight, isRight } = await testbed.startTimedDevice(true, lie, noise);
    onTestFinished(sync.stop);
    sync.start();
    await until(() => sync.state().problem !== undefined, true);
    expect(server.asked()).toBe(1);
    beRight();
    await until(() => sync.state().state === 'synced');
    expect(isRight()).toBe(true);
  });

  it.each([
    ['RATE', 30 * MINUTE_MS],
    ['DENY', 24 * 60 * MINUTE_MS],
    ['RSTR', 24 * 60 * MINUTE_MS],
  ])('that answers %s is left alone for %d ms', async (reference, waitMs) => {
    const kiss = testbed.says({ leap: 3, stratum: 0, reference });
    const { server, clock, sync, until, beRight } = await testbed.startTimedDevice(true, kiss, noise);
    onTestFinished(sync.stop);
    sync.start();
    await until(() => sync.state().problem === `it answered ${reference}`);
    beRight();
    clock.advance(waitMs - 1);
    expect(server.asked()).toBe(1);
    clock.advance(1);
    await until(() => sync.state().state === 'synced');
    expect(server.asked()).toBe(2);
  });
});

const dataRequests = (gateway: PlantGateway) =>
  SERIALS.flatMap((serial) => gateway.sentTo(serial)).filter(({ request }) => 'timeS' in request).length;

/** A gateway whose clock nobody sets, for two minutes; returns how often inverters were asked. */
async function withoutTime(): Promise<number> {
  const gateway = await startPlantGateway({ scenario: 'clock-not-set' });
  await gateway.advance(2 * MINUTE_MS);
  return dataRequests(gateway);
}

interface Shown {
  readonly hints: { readonly time_sync: boolean };
  readonly inverters: readonly { readonly data_age: number }[];
}
const shownBy = async (gateway: PlantGateway) => (await gateway.json('/api/livedata/status')) as Shown;

describe('a gateway without the time', { timeout: TIMEOUT_MS }, () => {
  it('asks no inverter, says so, and goes on serving; set by hand it asks at once', async () => {
    const asked = { what: 'requests to inverters in two minutes without a clock', goal: { exactly: 0 } };
    const gateway = await startPlantGateway({ scenario: 'clock-not-set' });
    await gateway.advance(2 * MINUTE_MS);
    row.figure({ ...asked, value: dataRequests(gateway) });
    const { hints, inverters } = await shownBy(gateway);
    // As old as the gateway is awake: clients tell "never" by that, and show no zeros for it.
    const youngestS = Math.min(...inverters.map(({ data_age }) => data_age));
    row.figure({
      what: 'age shown after two minutes of what was never measured',
      value: youngestS,
      unit: 's',
      goal: { atLeast: 120 },
    });
    row.figure({
      what: 'the hint is there without a clock',
      value: Number(hints.time_sync),
      goal: { exactly: 1 },
    });

    const byHand = { year: 2026, month: 11, day: 21, hour: 16, minute: 0, second: 0 };
    expect(await gateway.result('/api/ntp/time', byHand)).toBe(9010);
    const setAtMs = gateway.clock.monotonicMs();
    row.figure({
      what: 'the hint is there after the clock was set by hand',
      value: Number((await shownBy(gateway)).hints.time_sync),
      goal: { exactly: 0 },
    });
    await advanceUntil(gateway.clock, async () => dataRequests(gateway) > 0);
    row.figure({
      what: 'first request to an inverter after the clock was set by hand',
      value: gateway.clock.monotonicMs() - setAtMs,
      unit: 'ms',
      goal: { atMost: 2000 },
    });
    const value = await without(['clockBeforeQuestions'], withoutTime);
    row.counterProof({ ...asked, without: SEAMS.clockBeforeQuestions, value });
  });

  it('whose host believes it is 1970 asks nobody either, until a server tells the time', async () => {
    const clock = createVirtualClock(MINUTE_MS);
    let isThere = false;
    // No UDP here: while a real answer is on its way, minutes of the gateway's clock would pass.
    const ntp: NtpClient = {
      addressesOf: async (server) => [server],
      async ask() {
        const atMonotonicMs = clock.monotonicMs();
        if (!isThere) return { kind: 'failed', reason: 'no answer' };
        return {
          kind: 'time',
          unixMs: Date.UTC(2026, 10, 21) + atMonotonicMs,
          atMonotonicMs,
          roundTripMs: 2,
        };
      },
    };
    const gateway = await startPlantGateway({ platform: { ...createTestPlatform(), clock, ntp } });
    await gateway.advance(MINUTE_MS);
    row.figure({
      what: 'requests to inverters in a minute of 1970',
      value: dataRequests(gateway),
      goal: { exactly: 0 },
    });
    const { hints, inverters } = await shownBy(gateway);
    expect([hints.time_sync, inverters.length]).toEqual([true, SERIALS.length]);
    isThere = true;
    await advanceUntil(clock, async () => dataRequests(gateway) > 0);
    expect((await shownBy(gateway)).hints.time_sync).toBe(false);
  });

  it('whose server has a name that leads nowhere says so once and goes on', async () => {
    const platform = createTestPlatform();
    const ntp = { ...platform.ntp, addressesOf: async () => [] };
    const gateway = await startPlantGateway({ platform: { ...platform, ntp } });
    await gateway.advance(5 * MINUTE_MS);
    const told = platform.logLines.filter(
      (line) => line.includes('The time server gives no time.') && line.includes(' warn '),
    );
    row.figure({
      what: 'warnings in five minutes of a name that leads nowhere',
      value: told.length,
      goal: { exactly: 1 },
    });
    const oldestS = Math.max(...(await shownBy(gateway)).inverters.map(({ data_age }) => data_age));
    row.figure({
      what: 'oldest measurement shown with a clock that was right',
      value: oldestS,
      unit: 's',
      goal: { atMost: 5 },
    });
  });
});
