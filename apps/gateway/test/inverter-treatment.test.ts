import type { TreatmentConfig } from '@heliograph/contract';
import type { DecodedRequest } from '@heliograph/protocol';
import { GARAGE, SOUTH_ROOF, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createAirTestbed, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import { describe, expect, it } from 'vitest';
import { isReachable } from '../src/fleet/inverter.ts';

/**
 * What the settings of an inverter that newer devices have come to have do with those of our own radio. Source:
 * docs/reference/api-for-other-programs.md#inverters.
 */

const A = '114100000001';
const B = '112100000002';
/** Long enough for one turn, its answers included. */
const TURN_MS = 5001;
const HOUR_MS = 3_600_000;
/** To the end of the day: the testbed begins at half past nine. */
const TO_MIDNIGHT_MS = 14.5 * HOUR_MS;

type TestbedOptions = Omit<Parameters<typeof createAirTestbed>[0], 'serials' | 'answer'>;

/** Inverters that answer, as long as `isAwake`, with what they have yielded today. */
function awake(options: TestbedOptions = {}, serials = [A]) {
  const far = { isAwake: true, yieldDayWh: 500 };
  const answer = ({ request }: DecodedRequest, serial: string) =>
    far.isAwake && request.kind !== 'Retransmit' ? goodAnswer(request, serial, 100, 100, far.yieldDayWh) : [];
  const testbed = createAirTestbed({ ...options, serials, answer });
  testbed.air.start();
  const inverter = () => {
    const [first] = testbed.fleet.inverters();
    if (first === undefined) throw new Error('there is no inverter');
    return first;
  };
  return { ...testbed, far, inverter };
}

describe('polling', () => {
  it('leaves an inverter alone whose owner wants it so, and takes it for out of reach', () => {
    const { clock, sentKinds, inverter } = awake({ treatment: { poll_enable: false } });
    clock.advance(20 * TURN_MS);
    expect(sentKinds()).toEqual([]);
    expect([inverter().isPolled, isReachable(inverter()), inverter().readingAtMs]).toEqual([
      false,
      false,
      undefined,
    ]);
  });

  it('goes on with the others', () => {
    const { clock, fleet, air, radio } = awake({}, [A, B]);
    const [one, other] = fleet.inverters();
    if (one === undefined || other === undefined || one.treatment === undefined) throw new Error('missing');
    fleet.configure([{ ...one, treatment: { ...one.treatment, isPolled: false } }, other]);
    air.retell();
    clock.advance(6 * TURN_MS);
    expect(fleet.inverters().map(({ readingAtMs }) => readingAtMs !== undefined)).toEqual([false, true]);
    expect(radio.sent.length).toBeGreaterThan(0);
  });

  it.each([
    ['goes on at night', {}, true],
    ['ends at night where that is wanted', { poll_enable_night: false }, false],
    ['does not take place at night alone', { poll_enable: false }, false],
  ])('%s', (_what, treatment: TreatmentConfig, isPolledAtNight) => {
    let isNight = false;
    const { clock, sentKinds, inverter } = awake({ treatment, isNight: () => isNight });
    clock.advance(4.5 * TURN_MS);
    isNight = true;
    const before = sentKinds().length;
    clock.advance(4 * TURN_MS);
    expect(sentKinds().length > before).toBe(isPolledAtNight);
    expect([inverter().isPolled, isReachable(inverter())]).toEqual([isPolledAtNight, isPolledAtNight]);
    isNight = false;
    clock.advance(4 * TURN_MS);
    expect(isReachable(inverter())).toBe(treatment.poll_enable !== false);
  });
});

describe('an order that nobody has taken yet', () => {
  it.each([
    ['is sent again at night', {}, true],
    ['waits until the morning where no orders are wanted at night', { command_enable_night: false }, false],
  ])('%s', (_what, treatment, isRepeated) => {
    let isNight = false;
    const { clock, air, far, sentKinds } = awake({ treatment, isNight: () => isNight });
    clock.advance(3 * TURN_MS);
    far.isAwake = false;
    air.setPower(A, 'off');
    clock.advance(2 * TURN_MS);
    isNight = true;
    const orders = () => sentKinds().filter((kind) => kind === 'PowerControl').length;
    const before = orders();
    clock.advance(4 * TURN_MS);
    expect(orders() > before).toBe(isRepeated);
    isNight = false;
    clock.advance(3 * TURN_MS);
    expect(orders()).toBeGreaterThan(before);
  });
});

describe('an inverter that does not answer', () => {
  it.each([
    [undefined, 3],
    [1, 2],
    [5, 6],
  ])(
    'is out of reach when more polls than the threshold %s have failed: %d',
    (reachable_threshold, polls) => {
      const treatment = reachable_threshold === undefined ? {} : { reachable_threshold };
      const { clock, far, inverter } = awake({ treatment });
      clock.advance(12_000);
      far.isAwake = false;
      let missed = 0;
      while (isReachable(inverter()) && missed < 20) {
        clock.advance(TURN_MS);
        missed += 1;
      }
      expect(missed).toBe(polls);
    },
  );

  it.each([
    ['keeps its last values', false, 100],
    ['has zeros in their place where that is wanted', true, 0],
  ])('%s, and what it has yielded stays', (_what, zero_runtime, powerW) => {
    const { clock, far, inverter } = awake({ treatment: { zero_runtime } });
    clock.advance(12_000);
    far.isAwake = false;
    clock.advance(5 * TURN_MS);
    const { reading } = inverter();
    expect(isReachable(inverter())).toBe(false);
    expect([reading.powerW, reading.yieldTodayWh, reading.yieldTotalKWh]).toEqual([powerW, 1000, 24]);
    expect(reading.strings.map((string) => [string.powerW > 0, string.yieldTodayWh])).toEqual(
      Array.from({ length: 2 }, () => [powerW > 0, 500]),
    );
    expect(reading.frequencyHz > 0).toBe(powerW > 0);
  });

  it('has zeros also when it is not asked any more', () => {
    let isNight = false;
    const treatment = { zero_runtime: true, poll_enable_night: false };
    const { clock, inverter } = awake({ treatment, isNight: () => isNight });
    clock.advance(12_000);
    isNight = true;
    clock.advance(TURN_MS);
    expect([inverter().reading.powerW, inverter().reading.yieldTodayWh]).toEqual([0, 1000]);
  });
});

describe('at midnight', () => {
  it.each([
    ['the yield of the day stays', {}, [1000, 1]],
    ['the yield of the day becomes 0', { zero_day: true }, [0, 1]],
    ['the event log is emptied', { clear_eventlog: true }, [1000, 0]],
  ])('%s', (_what, treatment, expected) => {
    const { clock, far, inverter } = awake({ treatment });
    clock.advance(4 * TURN_MS);
    far.isAwake = false;
    clock.advance(TO_MIDNIGHT_MS - 5 * TURN_MS);
    const told = () => [inverter().reading.yieldTodayWh, inverter().eventLog.entries.length];
    expect(told()).toEqual([1000, 1]);
    clock.advance(3 * TURN_MS);
    expect(told()).toEqual(expected);
    expect(inverter().reading.yieldTotalKWh).toBe(24);
  });
});

describe('a yield of the day that begins anew', () => {
  it.each([
    ['is told as it is', false, [60, 80]],
    ['goes on where that is wanted', true, [1060, 1080]],
  ])('%s', (_what, yieldday_correction, expected) => {
    const { clock, far, inverter } = awake({ treatment: { yieldday_correction } });
    clock.advance(4 * TURN_MS);
    const told = [30, 40].map((yieldDayWh) => {
      far.yieldDayWh = yieldDayWh;
      clock.advance(TURN_MS);
      return inverter().reading.yieldTodayWh;
    });
    expect(told).toEqual(expected);
    expect(inverter().measured?.yieldTodayWh).toBe(80);
  });

  it('begins anew with a new day all the same', () => {
    const { clock, far, inverter } = awake({ treatment: { yieldday_correction: true } });
    clock.advance(4 * TURN_MS);
    far.yieldDayWh = 30;
    clock.advance(TURN_MS);
    far.isAwake = false;
    clock.advance(TO_MIDNIGHT_MS);
    far.isAwake = true;
    far.yieldDayWh = 5;
    clock.advance(2 * TURN_MS);
    expect(inverter().reading.yieldTodayWh).toBe(10);
  });
});

describe('what is added to the total yield', () => {
  it('is added to each string and to the sum, and not to what is counted as energy', () => {
    const { clock, inverter } = awake({ yieldTotalOffsets: [100, -2.5] });
    clock.advance(4 * TURN_MS);
    const { reading, measured } = inverter();
    expect(reading.strings.map(({ yieldTotalKWh }) => yieldTotalKWh)).toEqual([112, 9.5]);
    expect([reading.yieldTotalKWh, measured?.yieldTotalKWh]).toEqual([121.5, 24]);
  });
});

const EDIT = '/api/inverter/edit';
type Gateway = Awaited<ReturnType<typeof startPlantGateway>>;
type Listed = Readonly<Record<string, unknown>> & { readonly channel: readonly object[] };

async function listed(gateway: Gateway, serial: string): Promise<Listed> {
  const { inverter } = Object(await gateway.json('/api/inverter/list'));
  return inverter.find((one: { serial: string }) => one.serial === serial);
}

describe('over HTTP', () => {
  const TREATMENT = {
    ...{ poll_enable: true, poll_enable_night: false, command_enable: true, command_enable_night: false },
    ...{ reachable_threshold: 7, zero_runtime: true, zero_day: true },
    ...{ yieldday_correction: true, clear_eventlog: true },
  };

  it('is saved, kept by saves of 2023 and over a restart, and in the backup', async () => {
    const gateway = await startPlantGateway();
    const before = await listed(gateway, SOUTH_ROOF);
    const channel = before.channel.map((string, index) => ({ ...string, yield_total_offset: index + 0.5 }));
    const wanted = { ...before, ...TREATMENT, channel };
    expect(await gateway.result(EDIT, wanted)).toBe(4007);
    expect(await listed(gateway, SOUTH_ROOF)).toEqual(wanted);
    const of2023 = channel.map(({ yield_total_offset: _, ...string }) => string);
    const { id, serial } = before;
    expect(await gateway.result(EDIT, { id, serial, name: 'New', channel: of2023 })).toBe(4007);
    await gateway.restart();
    expect(await listed(gateway, SOUTH_ROOF)).toEqual({ ...wanted, name: 'New' });
    const { inverters } = Object(await gateway.json('/api/config/get'));
    expect(inverters[Number(id)]).toMatchObject({
      ...TREATMENT,
      channel: [{ yield_total_offset: 0.5 }, {}, {}, {}],
    });
  });

  it.each([
    [
      'numbers for booleans',
      { poll_enable_night: 0, zero_day: 1 },
      { poll_enable_night: false, zero_day: true },
    ],
    ['a threshold that is too small', { reachable_threshold: 0 }, { reachable_threshold: 1 }],
    ['a threshold that is too large', { reachable_threshold: 255 }, { reachable_threshold: 100 }],
  ])('may have %s', async (_what, changes, expected) => {
    const gateway = await startPlantGateway();
    const before = await listed(gateway, GARAGE);
    expect(await gateway.result(EDIT, { ...before, ...changes })).toBe(4007);
    expect(await listed(gateway, GARAGE)).toEqual({ ...before, ...expected });
  });

  it('refuses orders that the owner does not want, with a sentence, and sends none', async () => {
    const gateway = await startPlantGateway();
    await gateway.advance(10_000);
    const limit = { serial: SOUTH_ROOF, limit_value: 50, limit_type: 1 };
    const power = { serial: SOUTH_ROOF, power: false };
    const ordered = async () => [
      await gateway.result('/api/limit/config', limit),
      await gateway.result('/api/power/config', power),
    ];
    const before = await listed(gateway, SOUTH_ROOF);
    expect(await gateway.result(EDIT, { ...before, command_enable: false })).toBe(4007);
    expect(await ordered()).toEqual([4101, 4101]);
    await gateway.advance(10_000);
    expect(gateway.sentTo(SOUTH_ROOF, 'ActivePowerControl')).toEqual([]);
    expect(Object(await gateway.json('/api/orders')).orders).toEqual([]);
    expect(await gateway.result(EDIT, { ...before, command_enable_night: false })).toBe(4007);
    expect(await ordered()).toEqual([1001, 1001]);
    const ntp = Object(await gateway.json('/api/ntp/config'));
    expect(await gateway.result('/api/ntp/config', { ...ntp, latitude: 52.5, longitude: 13.4 })).toBe(1001);
    const lateInJune = { year: 2024, month: 6, day: 21, hour: 23, minute: 30, second: 0 };
    expect(await gateway.result('/api/ntp/time', lateInJune)).toBe(9010);
    expect(await ordered()).toEqual([4102, 4102]);
    expect(await gateway.result('/api/limit/config', { ...limit, serial: GARAGE })).toBe(1001);
  });

  it('tells an inverter that is not polled as original devices do', async () => {
    const gateway = await startPlantGateway();
    await gateway.advance(10_000);
    const before = await listed(gateway, GARAGE);
    expect(await gateway.result(EDIT, { ...before, poll_enable: false })).toBe(4007);
    const told = async () => {
      const { inverters } = Object(await gateway.json('/api/livedata/status'));
      const { poll_enabled, reachable } = inverters.find(
        ({ serial }: { serial: string }) => serial === GARAGE,
      );
      return [poll_enabled, reachable];
    };
    expect(await told()).toEqual([false, false]);
    expect(await gateway.result(EDIT, { ...before, poll_enable: true })).toBe(4007);
    await gateway.advance(15_000);
    expect(await told()).toEqual([true, true]);
  });
});
