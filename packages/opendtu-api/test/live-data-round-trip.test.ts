import type { Reading } from '@heliograph/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capabilitiesOfRelease,
  type DeviceInverter,
  type DeviceLiveData,
  decodeLiveData,
  encodeLiveData,
  FEBRUARY_2023,
  LAST_RELEASE,
  NEWEST_RELEASE,
  type Release,
} from '../src/index.ts';

/** A value as inverters measure it: whole steps, in single precision. */
const steps = (max: number, stepsPerUnit: number, min = 0): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((raw) => Math.fround(raw / stepsPerUnit));

const watts = steps(65_535, 10);
const volts = steps(65_535, 10);
const amperes = steps(65_535, 100);
const wattHours = steps(65_535, 1);
const kilowattHours = steps(2_000_000_000, 1000);

/** Never all zero: the frequency says that it has answered. */
const reading = fc
  .record({ stringCount: fc.integer({ min: 1, max: 6 }), phaseCount: fc.constantFrom(1, 3) })
  .chain(({ stringCount, phaseCount }): fc.Arbitrary<Reading> => {
    const exactly = (length: number) => ({ minLength: length, maxLength: length });
    return fc.record({
      powerW: watts,
      dcPowerW: watts,
      yieldTodayWh: wattHours,
      yieldTotalKWh: kilowattHours,
      frequencyHz: steps(6500, 100, 4500),
      temperatureC: steps(1000, 10, -400),
      powerFactor: steps(1000, 1000),
      reactivePowerVar: watts,
      efficiencyPercent: steps(100_000, 1000),
      eventCount: fc.constant(Number.NaN),
      phases: fc.array(fc.record({ voltageV: volts, currentA: amperes }), exactly(phaseCount)),
      lineVoltagesV: fc.array(volts, exactly(phaseCount === 3 ? 3 : 0)),
      strings: fc.array(
        fc.record({
          ...{ voltageV: volts, currentA: amperes, powerW: watts },
          ...{ yieldTodayWh: wattHours, yieldTotalKWh: kilowattHours },
        }),
        exactly(stringCount),
      ),
    });
  });

const count = fc.nat(1_000_000);
const inverter = reading.chain(
  (measured): fc.Arbitrary<DeviceInverter> =>
    fc.record({
      serial: fc
        .integer({ min: 0, max: 0xff_ff_ff_ff })
        .map((low) => `1161${low.toString(16).padStart(8, '0')}`),
      name: fc.string({ maxLength: 31 }),
      order: fc.nat(9),
      dataAgeMs: fc.nat(100_000_000),
      isReachable: fc.boolean(),
      isProducing: fc.boolean(),
      isPolled: fc.boolean(),
      limit: fc.record({ percent: steps(1000, 10), watts: fc.option(fc.nat(2250), { nil: undefined }) }),
      eventCount: fc.option(fc.nat(15), { nil: undefined }),
      radio: fc.record({
        ...{ requests: count, repeatedRequests: count, answers: count },
        ...{ silences: count, partialAnswers: count, corruptAnswers: count },
        rssiDbm: fc.integer({ min: -127, max: -20 }),
      }),
      isSummary: fc.constant(false),
      reading: fc.constant(measured),
      strings: fc.array(fc.record({ name: fc.string({ maxLength: 31 }), maxPowerW: fc.nat(500) }), {
        ...{ minLength: measured.strings.length, maxLength: measured.strings.length },
      }),
    }),
);

const plant: fc.Arbitrary<DeviceLiveData> = fc.record({
  inverters: fc.uniqueArray(inverter, { maxLength: 4, selector: ({ serial }) => serial }),
  total: fc.record({ powerW: watts, yieldTodayWh: wattHours, yieldTotalKWh: kilowattHours }),
  hints: fc.record({
    ...{ isClockUnset: fc.boolean(), hasRadioProblem: fc.boolean() },
    ...{ hasDefaultPassword: fc.boolean(), hasPinProblem: fc.boolean() },
  }),
});

/** What a device of that release can say of an inverter, when it says all. */
function asTold(release: Release, told: DeviceInverter): DeviceInverter {
  const can = capabilitiesOfRelease(release);
  const { reading: measured, radio, dataAgeMs = 0 } = told;
  return {
    ...told,
    order: can.inverterOrder ? told.order : undefined,
    dataAgeMs: can.dataAgeInMs ? dataAgeMs : Math.floor(dataAgeMs / 1000) * 1000,
    isPolled: can.pollSwitches ? told.isPolled : true,
    radio:
      can.radioStatistics && radio
        ? { ...radio, rssiDbm: can.radioStrength ? radio.rssiDbm : undefined }
        : undefined,
    reading:
      can.groupedLiveData || measured === undefined
        ? measured
        : { ...measured, phases: measured.phases.slice(0, 1), lineVoltagesV: [] },
    strings: told.strings.map(({ name, maxPowerW }) => ({
      name,
      maxPowerW: maxPowerW === 0 || can.stringPeakPower ? maxPowerW : undefined,
    })),
  };
}

/** A seed of their own, so that a failure is found again. */
const RUNS = { numRuns: 50, seed: 20_240_212 };

/** As it arrives: through the text. */
const sent = (document: object): unknown => JSON.parse(JSON.stringify(document));

describe('live data that a device has sent is read as it was meant', () => {
  it.each([FEBRUARY_2023, 23_04_04, 23_05_31, LAST_RELEASE['2023-04']])('all at once, in %d', (release) => {
    fc.assert(
      fc.property(plant, (data) => {
        expect(decodeLiveData(sent(encodeLiveData(release, data)))).toEqual({
          inverters: data.inverters.map((one) => asTold(release, one)),
          total: data.total,
          hints: { ...data.hints, hasPinProblem: false },
        });
      }),
      RUNS,
    );
  });

  it.each([24_02_12, 24_09_22, 25_01_14, NEWEST_RELEASE])(
    'as a list, and inverter by inverter, in %d',
    (release) => {
      const hintsOf = ({ hints }: DeviceLiveData) =>
        capabilitiesOfRelease(release).pinMappingHint ? hints : { ...hints, hasPinProblem: false };
      fc.assert(
        fc.property(plant, (data) => {
          const { total } = data;
          const unmeasured = { eventCount: undefined, isSummary: true, reading: undefined, strings: [] };
          expect(decodeLiveData(sent(encodeLiveData(release, data)))).toEqual({
            inverters: data.inverters.map((one) => ({ ...asTold(release, one), ...unmeasured })),
            total,
            hints: hintsOf(data),
          });
          for (const one of data.inverters) {
            const message = encodeLiveData(release, data, { serial: one.serial });
            expect(decodeLiveData(sent(message))).toEqual({
              inverters: [asTold(release, one)],
              total,
              hints: hintsOf(data),
            });
          }
        }),
        RUNS,
      );
    },
  );
});
