import { describe, expect, it } from 'vitest';
import { loadVector } from '../test/load-vector.ts';
import {
  type DeviceLiveData,
  decodeLiveData,
  encodeLiveData,
  FEBRUARY_2023,
  NEWEST_RELEASE,
} from './index.ts';

function decoded(vector: string): DeviceLiveData {
  const data = decodeLiveData(loadVector(vector));
  if (data === undefined) throw new Error(`no live data: ${vector}`);
  return data;
}

const f32 = Math.fround;
const EAST = {
  ...{ powerW: 131, voltageV: f32(31.8), currentA: f32(4.12) },
  ...{ yieldTodayWh: 655, yieldTotalKWh: f32(73.418) },
};
const WEST = {
  ...{ powerW: f32(128.9), voltageV: f32(32.4), currentA: f32(3.98) },
  ...{ yieldTodayWh: 641, yieldTotalKWh: f32(71.052) },
};
const READING = {
  ...{ powerW: f32(247.1), dcPowerW: f32(259.9), yieldTodayWh: 1296, yieldTotalKWh: f32(144.47) },
  ...{ frequencyHz: f32(49.98), temperatureC: f32(27.3), powerFactor: f32(0.998) },
  ...{ reactivePowerVar: f32(1.4), efficiencyPercent: f32(95.0750351), eventCount: Number.NaN },
  phases: [{ voltageV: f32(231.6), currentA: f32(1.07) }],
  lineVoltagesV: [],
  strings: [EAST, WEST],
};

describe('live data of a device', () => {
  it('of February 2023: numbered channels, the inverter itself first', () => {
    const { inverters, total, hints } = decoded('2023-02/live-data');
    expect(inverters[0]).toEqual({
      ...{ serial: '114172220143', name: 'Garage', order: undefined, dataAgeMs: 2000 },
      ...{ isReachable: true, isProducing: true, isPolled: true, isSummary: false },
      limit: { percent: 85.5, watts: 684 },
      eventCount: 4,
      radio: undefined,
      reading: { ...READING, temperatureC: f32(-27.3) },
      strings: [
        { name: 'East', maxPowerW: 0 },
        { name: '', maxPowerW: undefined },
      ],
    });
    expect(total).toEqual({ powerW: f32(247.1), yieldTodayWh: 1296, yieldTotalKWh: f32(144.47) });
    expect(hints).toEqual({
      ...{ isClockUnset: false, hasRadioProblem: false, hasDefaultPassword: true, hasPinProblem: false },
    });
  });

  it('with zeros everywhere is of an inverter that has not answered', () => {
    expect(decoded('2023-02/live-data').inverters[1]).toMatchObject({
      ...{ serial: '112173104567', isSummary: false, reading: undefined, eventCount: undefined },
      limit: { percent: 0, watts: undefined },
      strings: [{ name: 'Flat', maxPowerW: 0 }],
    });
  });

  it('of 2023: groups, of which AC has what the strings deliver together', () => {
    expect(decoded('2023-04/live-data').inverters).toEqual([
      expect.objectContaining({
        ...{ order: 1, dataAgeMs: 7000, isPolled: false, eventCount: 0, isSummary: false },
        reading: READING,
        strings: [
          { name: 'East', maxPowerW: 0 },
          { name: 'West', maxPowerW: 380 },
        ],
      }),
    ]);
    expect(decoded('2023-04/live-data').hints).toMatchObject({ isClockUnset: true, hasRadioProblem: true });
  });

  it('of 2024: a list without measurements', () => {
    const { inverters, total, hints } = decoded('2024-02/live-data-list');
    expect(inverters).toEqual([
      {
        ...{ serial: '138290abcdef', name: 'Roof', order: 0, dataAgeMs: 3456 },
        ...{ isReachable: true, isProducing: true, isPolled: true, isSummary: true },
        limit: { percent: f32(99.8), watts: 1796.4 },
        eventCount: undefined,
        radio: {
          ...{ requests: 1200, repeatedRequests: 34, answers: 1150 },
          ...{ silences: 21, partialAnswers: 17, corruptAnswers: 12, rssiDbm: -64 },
        },
        reading: undefined,
        strings: [],
      },
      expect.objectContaining({ dataAgeMs: 52_001, limit: { percent: 0, watts: undefined } }),
    ]);
    expect(total.yieldTotalKWh).toBe(f32(2987.654));
    expect(hints.hasPinProblem).toBe(true);
  });

  it('of 2024: one inverter with its groups', () => {
    expect(decoded('2024-02/live-data-of-one').inverters).toEqual([
      expect.objectContaining({ reading: READING, eventCount: 3, isSummary: false }),
    ]);
  });

  it('of an inverter with three phases', () => {
    const [inverter] = decoded('2024-02/live-data-hmt').inverters;
    expect(inverter?.reading).toMatchObject({
      phases: [
        { voltageV: f32(229.8), currentA: f32(1.19) },
        { voltageV: f32(230.4), currentA: f32(1.2) },
        { voltageV: f32(231.1), currentA: f32(1.21) },
      ],
      lineVoltagesV: [f32(398.6), f32(399.8), f32(399.1)],
    });
    expect(inverter?.reading?.strings).toHaveLength(6);
    expect(inverter?.strings.map(({ maxPowerW }) => maxPowerW)).toEqual(Array(6).fill(400));
  });

  it('with the keys of several generations', () => {
    expect(decoded('other/live-data-of-both').inverters).toEqual([
      expect.objectContaining({ reading: READING, eventCount: 4 }),
    ]);
  });

  it('of the fork', () => {
    expect(decoded('onbattery/live-data').inverters).toEqual([
      expect.objectContaining({
        serial: '116181234567',
        isSummary: true,
        limit: { percent: 50, watts: 750 },
      }),
    ]);
  });

  it('that was cut short is what is left of it', () => {
    const cut = loadVector('other/live-data-cut') as readonly { readonly document: unknown }[];
    const [withoutYields, otherTypes, least] = cut.map(({ document }) => decodeLiveData(document));
    expect(withoutYields?.inverters[0]).toMatchObject({ isSummary: false, reading: undefined });
    expect(otherTypes).toEqual({
      inverters: [
        {
          ...{ serial: '114172220143', name: '', order: undefined, dataAgeMs: undefined },
          ...{ isReachable: false, isProducing: false, isPolled: true, isSummary: false },
          limit: { percent: undefined, watts: undefined },
          ...{ eventCount: undefined, radio: undefined, reading: undefined, strings: [] },
        },
      ],
      total: { powerW: Number.NaN, yieldTodayWh: Number.NaN, yieldTotalKWh: Number.NaN },
      hints: {
        ...{ isClockUnset: false, hasRadioProblem: false, hasDefaultPassword: false, hasPinProblem: false },
      },
    });
    expect(least?.inverters[0]?.reading).toMatchObject({
      ...{ powerW: 1, yieldTodayWh: 2, yieldTotalKWh: 3, dcPowerW: Number.NaN, temperatureC: Number.NaN },
      ...{ phases: [{ voltageV: Number.NaN, currentA: Number.NaN }], lineVoltagesV: [], strings: [] },
    });
  });

  it.each([[null], [undefined], [{}], [[]], [''], [{ inverters: {} }]])('is not %j', (document) => {
    expect(decodeLiveData(document)).toBeUndefined();
  });

  it('has each inverter once, and none without a serial', () => {
    const inverters = [
      { serial: '0x1' },
      { name: 'a' },
      null,
      7,
      { serial: '00ABCDEF1', name: 'first' },
      { serial: 'abcdef1', name: 'second' },
    ];
    expect(decodeLiveData({ inverters })?.inverters).toMatchObject([{ serial: '0abcdef1', name: 'first' }]);
    const many = Array.from({ length: 10_000 }, (_, index) => ({ serial: index + 1 }));
    expect(decodeLiveData({ inverters: many })?.inverters).toHaveLength(256);
  });
});

describe('live data as a device sends it', () => {
  const whole = decoded('2024-02/live-data-of-one');
  const [GARAGE] = whole.inverters;
  const roof = decoded('2024-02/live-data-hmt').inverters;
  const plant: DeviceLiveData = { ...whole, inverters: [...roof, ...whole.inverters] };

  it.each([
    ['2023-02/live-data', FEBRUARY_2023, undefined],
    ['2024-02/live-data-list', NEWEST_RELEASE, 'all' as const],
    ['2024-02/live-data-of-one', NEWEST_RELEASE, { serial: '114172220143' }],
    ['2024-02/live-data-hmt', NEWEST_RELEASE, { serial: '138290abcdef' }],
  ])('%s comes back digit for digit', (vector, release, of) => {
    const sent = loadVector(vector) as { readonly inverters: readonly object[] };
    const made = encodeLiveData(release, decoded(vector), of) as typeof sent;
    // February 2023 does not tell the peak power from which the irradiation of the second string comes.
    if (release === FEBRUARY_2023) {
      expect(withoutIrradiation(made)).toEqual(withoutIrradiation(sent));
    } else expect(made).toEqual(sent);
  });

  function withoutIrradiation(document: object): unknown {
    return JSON.parse(JSON.stringify(document, (key, value) => (key === 'Irradiation' ? undefined : value)));
  }

  it('in the release before the list had no measurements, all at once', () => {
    const release = 24_01_26;
    const told = { ...GARAGE, radio: undefined, dataAgeMs: 4000 };
    expect(decodeLiveData(encodeLiveData(release, whole, { serial: 'ffffffff' }))).toEqual({
      ...whole,
      inverters: [told],
    });
  });

  it('in February 2023 with what that knew', () => {
    const made = decodeLiveData(encodeLiveData(FEBRUARY_2023, whole));
    const strings = [
      { name: 'East', maxPowerW: 0 },
      { name: 'West', maxPowerW: undefined },
    ];
    expect(made?.inverters).toEqual([
      { ...GARAGE, order: undefined, radio: undefined, dataAgeMs: 4000, strings },
    ]);
  });

  it('today as a list, as one inverter, and as none for a serial that it does not know', () => {
    const list = decodeLiveData(encodeLiveData(NEWEST_RELEASE, plant));
    expect(list?.inverters.map(({ serial, isSummary }) => [serial, isSummary])).toEqual([
      ['138290abcdef', true],
      ['114172220143', true],
    ]);
    expect(list?.total).toEqual(plant.total);
    const one = decodeLiveData(encodeLiveData(NEWEST_RELEASE, plant, { serial: '114172220143' }));
    expect(one).toEqual(whole);
    expect(decodeLiveData(encodeLiveData(NEWEST_RELEASE, plant, { serial: '11111111' }))?.inverters).toEqual(
      [],
    );
  });

  it.each([FEBRUARY_2023, 24_01_26, NEWEST_RELEASE])(
    'in %d with zeros for who has not answered',
    (release) => {
      const silent = { ...plant, inverters: roof.map((inverter) => ({ ...inverter, reading: undefined })) };
      const document = encodeLiveData(release, silent, { serial: '138290abcdef' });
      const [inverter] = decodeLiveData(document)?.inverters ?? [];
      expect(inverter).toMatchObject({ isSummary: false, reading: undefined });
      expect(inverter?.strings).toHaveLength(6);
    },
  );

  it('has null where nothing was told', () => {
    const unknown = { ...READING, temperatureC: Number.NaN };
    const document = encodeLiveData(FEBRUARY_2023, {
      ...whole,
      inverters: whole.inverters.map((inverter) => ({ ...inverter, reading: unknown })),
    });
    expect(JSON.stringify(document)).toContain('"Temperature":{"v":null,"u":"°C","d":1}');
    expect(decodeLiveData(document)?.inverters[0]?.reading).toEqual(unknown);
  });

  it.each([
    // docs/reference/original-device.md#json-that-the-device-sends.
    [81.4, '81.40000153'],
    [0.7, '0.699999988'],
    [49.97, '49.97000122'],
    [6.203, '6.203000069'],
    [0.02, '0.02'],
    [312.085, '312.0849915'],
    [1843.557, '1843.557007'],
    [230, '230'],
    [-0.1, '-0.100000001'],
    [0.00012345, '0.00012345'],
    [0.0000015, '0.000001500000053'],
    [15_000_000, '15000000'],
  ])('prints %d as %s', (powerW, text) => {
    const document = encodeLiveData(FEBRUARY_2023, { ...whole, total: { ...whole.total, powerW } });
    expect(JSON.stringify(document)).toContain(`"total":{"Power":{"v":${text},"u":"W","d":1}`);
  });
});
