import { describe, expect, it, onTestFinished } from 'vitest';
import type { NtpClient } from '../../apps/gateway/src/platform/ntp-client.ts';
import { advanceUntil } from '../../apps/gateway/test/advance-until.ts';
import * as whole from '../../apps/gateway/test/plant-gateway.ts';
import {
  EAST_AND_WEST,
  GARAGE,
  type PlantGateway,
  SOUTH_ROOF,
} from '../../apps/gateway/test/plant-gateway.ts';
import { createTestPlatform } from '../../apps/gateway/test/start-test-gateway.ts';
import { createVirtualClock } from '../../apps/gateway/test/virtual-clock.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import { type Guard, guard } from '../tools/copies/guard.ts';
import * as bench from '../tools/network/time-bench.ts';

const ECHO = guard(
  'the look whether an answer is one to our question',
  'apps/gateway/src/platform/sntp-packet.ts',
  "return isEcho ? undefined : 'an answer to another question';",
  'return isEcho ? undefined : undefined;',
);
const YEARS = guard(
  'the bounds of years',
  'apps/gateway/src/time/server-query.ts',
  'reply.unixMs >= FIRST_MS && reply.unixMs < END_MS',
  'reply.unixMs > Number.NEGATIVE_INFINITY',
);
const NO_CLOCK: Guard = {
  name: 'the rule that nobody is asked without a clock',
  edits: [
    {
      file: 'apps/gateway/src/air/poll-rules.ts',
      find: "if (isClockSet) commands.push('RealTimeRunData');",
      replace: "commands.push('RealTimeRunData');",
    },
    {
      file: 'apps/gateway/src/air/inverter-commands.ts',
      find: 'if (serial === undefined || !deviceClock.isSet()) return false;',
      replace: 'if (serial === undefined) return false;',
    },
  ],
};
const benchWithout = (taken: Guard) =>
  loadEntry<typeof bench>({ entry: 'safety/tools/network/time-bench.ts', without: [taken] });

const TIMEOUT_MS = 300_000;
const MINUTE_MS = 60_000;
const SERIALS = [GARAGE, SOUTH_ROOF, EAST_AND_WEST];
const row = openRow('F15');
const noise = bench.createNoise(row.seed);
const LIES = bench.liesWith(noise);

describe('a time server', { timeout: TIMEOUT_MS }, () => {
  it('that lies is not believed, in whatever way', async () => {
    const believed = {
      what: 'lies believed by a clock that is not set',
      unit: `of ${LIES.length}`,
      goal: { exactly: 0 },
    };
    row.figure({ ...believed, value: await bench.liesBelieved(false, row.seed) });
    row.figure({
      ...believed,
      what: 'lies believed by a clock that is set',
      value: await bench.liesBelieved(true, row.seed),
    });
    for (const taken of [ECHO, YEARS]) {
      const { liesBelieved } = await benchWithout(taken);
      row.counterProof({ ...believed, without: taken.name, value: await liesBelieved(false, row.seed) });
    }
  });

  it.each(LIES)('that %s is believed as soon as it is right', async (_, lie) => {
    const { server, sync, until, beRight, isRight } = await bench.startTimedDevice(true, lie, noise);
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
    const kiss = bench.says({ leap: 3, stratum: 0, reference });
    const { server, clock, sync, until, beRight } = await bench.startTimedDevice(true, kiss, noise);
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
async function withoutTime(copy: typeof whole): Promise<number> {
  const gateway = await copy.startPlantGateway({ scenario: 'clock-not-set' });
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
    const gateway = await whole.startPlantGateway({ scenario: 'clock-not-set' });
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
    if (!row.isNightly) return; // a copy of the whole gateway takes its time; the short form has smaller ones
    const copy = await loadEntry<typeof whole>({
      entry: 'apps/gateway/test/plant-gateway.ts',
      without: [NO_CLOCK],
    });
    row.counterProof({ ...asked, without: NO_CLOCK.name, value: await withoutTime(copy) });
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
    const gateway = await whole.startPlantGateway({ platform: { ...createTestPlatform(), clock, ntp } });
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
    const gateway = await whole.startPlantGateway({ platform: { ...platform, ntp } });
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
