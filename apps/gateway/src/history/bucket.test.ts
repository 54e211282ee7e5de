import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBucket, emptyBucket, encodeBucket, joined, withEnergy, withSample } from './bucket.ts';
import { encodeNumbers } from './numbers-codec.ts';
import { decodeRaw, encodeRaw } from './raw-reading.ts';

const START_S = 1_782_000_000;

function sample(atS: number, powerW: number, forS = 5) {
  return {
    ...{
      atS,
      forS,
      powerW,
      dcPowerW: powerW * 1.05,
      temperatureC: powerW / 20 - 10,
      voltageV: 230,
      limitPercent: 100,
    },
    stringPowersW: [powerW / 2, undefined],
  };
}

describe('a bucket', () => {
  it('has the mean by time, the extremes and when the peak was', () => {
    const bucket = [
      sample(START_S, 100, 10),
      sample(START_S + 5, 400, 30),
      sample(START_S + 10, 10, 20),
    ].reduce(withSample, emptyBucket(2));
    expect(bucket.coveredS).toBe(60);
    expect(bucket.power).toEqual({ mean: (100 * 10 + 400 * 30 + 10 * 20) / 60, min: 10, max: 400 });
    expect(bucket.peakAtS).toBe(START_S + 5);
    expect(bucket.temperature?.min).toBe(-9.5);
    expect(bucket.strings[0]?.power?.max).toBe(200);
    expect(bucket.strings[1]?.power).toBeUndefined();
  });

  it('comes back from its bytes, but for what is finer than tenths', () => {
    const bucket = withEnergy(
      [sample(START_S, 100.04), sample(START_S + 5, 3)].reduce(withSample, emptyBucket(2)),
      ...([17, 1, true] as const),
    );
    const back = decodeBucket(encodeBucket(bucket, START_S), START_S);
    expect(back).toEqual({
      ...bucket,
      power: { mean: 51.5, min: 3, max: 100 },
      dcPower: { mean: 54.1, min: 3.2, max: 105 },
      temperature: { mean: -7.4, min: -9.8, max: -5 },
      strings: [
        { energyWh: 0, power: { mean: 25.8, min: 1.5, max: 50 } },
        { energyWh: 17, power: undefined },
      ],
    });
  });

  it('of the first layout is read, too', () => {
    const numbers = [
      1, 1, 50, 17, 515, -485, 485, 5, -74, -24, 24, 2300, -10, 10, 1000, 60, 17, 258, -8, 242,
    ];
    expect(decodeBucket(encodeNumbers(numbers), START_S)).toEqual({
      ...{ coveredS: 50, energyWh: 17, isEstimated: true, power: { mean: 51.5, min: 3, max: 100 } },
      ...{ peakAtS: START_S + 5, dcPower: undefined, temperature: { mean: -7.4, min: -9.8, max: -5 } },
      ...{
        voltage: { mean: 230, min: 229, max: 231 },
        limit: { mean: 100, min: 100, max: 100 },
        missedS: 60,
      },
      strings: [{ energyWh: 17, power: { mean: 25.8, min: 25, max: 50 } }],
    });
  });

  it('of two parts is what one of all would be', () => {
    const powers = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(powers, fc.nat(), (list, cut) => {
        const samples = list.map((tenths, index) => sample(START_S + 5 * index, tenths / 10));
        const at = cut % samples.length;
        const whole = samples.reduce(withSample, emptyBucket(2));
        const parts = [samples.slice(0, at), samples.slice(at)].map((part) =>
          part.reduce(withSample, emptyBucket(2)),
        );
        const [one = emptyBucket(2), other = emptyBucket(2)] = parts;
        const both = joined(one, other);
        expect(both.coveredS).toBe(whole.coveredS);
        expect(both.power?.mean).toBeCloseTo(whole.power?.mean ?? Number.NaN);
        expect([both.power?.min, both.power?.max]).toEqual([whole.power?.min, whole.power?.max]);
      }),
    );
  });

  it('is nothing where its bytes make no sense', () => {
    expect(decodeBucket(Uint8Array.of(0xff), 0)).toBeUndefined();
    expect(decodeBucket(new Uint8Array(), 0)).toBeUndefined();
  });
});

describe('a reading', () => {
  it('comes back from its bytes', () => {
    const reading = {
      ...{ powerW: 512.3, voltageV: 231.4, frequencyHz: 49.98, temperatureC: -3.2, limitPercent: undefined },
      strings: [
        { powerW: 260.1, voltageV: 33.2, currentA: 7.83, todayWh: 1200 },
        { powerW: undefined, voltageV: undefined, currentA: undefined, todayWh: undefined },
      ],
    };
    expect(decodeRaw(encodeRaw(reading))).toEqual(reading);
  });
});
