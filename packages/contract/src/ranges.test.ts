import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { LimitClaimSchema, LimitSettingsSchema, LimitUpdateSchema } from './limits.ts';
import { MeterConfigSchema } from './meter.ts';
import { ModbusSettingsSchema } from './modbus.ts';
import { fieldFailures, firstFailure } from './results.ts';
import { RuleUpdateSchema } from './rule.ts';

const CLAIM = { target: 'plant', watts: 400, ends: 'after', seconds: 7200 };
const RULE = { target: 'plant', meter_power: 0, hysteresis: 20, margin: 20, safe_power: 200 };
const METER = {
  ...{ kind: 'modbus', topic: '', value: '', http_preset: 'shelly-em', modbus_preset: 'sdm' },
  ...{ https: false, host: 'meter.local', port: 502, path: '', user: '', password: '' },
  ...{ interval: 2, unit: 1, factor: 1, inverted: false },
};
const MODBUS = { enabled: true, port: 1502, writers: [], heartbeat: 60 };
const member = (powers: object) => ({ serial: '114182730124', min_power: 0, max_power: 0, ...powers });
const group = (change: object) => ({
  groups: [{ id: 'balcony', name: 'Balcony', cap: 0, members: [member({})], ...change }],
  schedule: [],
});
const row = (change: object) => ({
  groups: [],
  schedule: [
    {
      ...{ enabled: true, target: 'plant', watts: 600, days: 1 },
      ...{ from: 'sunrise', from_minutes: 0, to: 'sunset', to_minutes: 0, ...change },
    },
  ],
});

interface RangeCase {
  readonly field: string;
  readonly schema: z.ZodMiniType;
  readonly bodyWith: (value: unknown) => object;
  readonly min: number;
  readonly max: number;
  /** Where the field is found in what a form is told. */
  readonly path?: string;
  /** What the sentence for programs says. */
  readonly says: RegExp;
  /** The smallest step outside. */
  readonly step?: number;
}

const CASES: readonly RangeCase[] = [
  {
    ...{ field: 'watts', schema: LimitClaimSchema, min: 0, max: 10_000_000, says: /^The watts must be/ },
    bodyWith: (watts) => ({ ...CLAIM, watts }),
  },
  {
    ...{ field: 'seconds', schema: LimitClaimSchema, min: 60, max: 2_678_400, says: /^A limit lasts/ },
    bodyWith: (seconds) => ({ ...CLAIM, seconds }),
  },
  {
    ...{ field: 'heartbeat', schema: ModbusSettingsSchema, min: 10, max: 3600 },
    says: /^The silence after which a limit over Modbus ends must be/,
    bodyWith: (heartbeat) => ({ ...MODBUS, heartbeat }),
  },
  {
    ...{ field: 'cap', schema: LimitSettingsSchema, min: 0, max: 10_000_000, path: 'groups.0.cap' },
    ...{ says: /^The cap of a group must be/, bodyWith: (cap) => group({ cap }) },
  },
  {
    ...{ field: 'min_power', schema: LimitSettingsSchema, min: 0, max: 2250 },
    ...{ path: 'groups.0.members.0.min_power', says: /^The least and the most power of an inverter/ },
    bodyWith: (min_power) => group({ members: [member({ min_power })] }),
  },
  {
    ...{ field: 'max_power', schema: LimitSettingsSchema, min: 0, max: 2250 },
    ...{ path: 'groups.0.members.0.max_power', says: /^The least and the most power of an inverter/ },
    bodyWith: (max_power) => group({ members: [member({ max_power })] }),
  },
  {
    ...{ field: 'watts of a row', schema: LimitSettingsSchema, min: 0, max: 10_000_000 },
    ...{ path: 'schedule.0.watts', says: /^The watts must be/, bodyWith: (watts) => row({ watts }) },
  },
  ...(['from_minutes', 'to_minutes'] as const).map(
    (key): RangeCase => ({
      ...{ field: key, schema: LimitSettingsSchema, min: -720, max: 1440, path: `schedule.0.${key}` },
      ...{ says: /^A time of the schedule must be/, bodyWith: (minutes) => row({ [key]: minutes }) },
    }),
  ),
  {
    ...{ field: 'meter_power', schema: RuleUpdateSchema, min: -50_000, max: 50_000 },
    ...{ says: /^The wanted power/, bodyWith: (meter_power) => ({ ...RULE, meter_power }) },
  },
  {
    ...{ field: 'hysteresis', schema: RuleUpdateSchema, min: 5, max: 1000 },
    ...{ says: /^The hysteresis/, bodyWith: (hysteresis) => ({ ...RULE, hysteresis }) },
  },
  {
    ...{ field: 'margin', schema: RuleUpdateSchema, min: 5, max: 100 },
    ...{ says: /^The margin/, bodyWith: (margin) => ({ ...RULE, margin }) },
  },
  {
    ...{ field: 'safe_power', schema: RuleUpdateSchema, min: 0, max: 10_000_000 },
    ...{ says: /^The safe power/, bodyWith: (safe_power) => ({ ...RULE, safe_power }) },
  },
  {
    ...{ field: 'interval', schema: MeterConfigSchema, min: 1, max: 60, says: /^The meter can be read/ },
    bodyWith: (interval) => ({ ...METER, interval }),
  },
  {
    ...{ field: 'unit', schema: MeterConfigSchema, min: 1, max: 247, says: /^The unit number/ },
    bodyWith: (unit) => ({ ...METER, unit }),
  },
  {
    ...{ field: 'factor', schema: MeterConfigSchema, min: 0.001, max: 1000, says: /^What the meter tells/ },
    ...{ step: 0.0001, bodyWith: (factor) => ({ ...METER, factor }) },
  },
];

const FRACTIONS = ['meter_power', 'factor'];
describe.each(CASES.filter(({ field }) => !FRACTIONS.includes(field)))(
  '$field',
  ({ schema, bodyWith, min }) => {
    it('is a whole number', () => {
      expect(fieldFailures(schema, bodyWith(min + 0.5))).toMatchObject([{ param: { min } }]);
    });
  },
);

describe.each(CASES)('$field', ({ field, schema, bodyWith, min, max, path = field, says, step = 1 }) => {
  it.each([min, max])('is taken at the edge of its range: %j', (value) => {
    expect(schema.parse(bodyWith(value))).toEqual(bodyWith(value));
  });

  const others = ['', 'x', String(max), null, true, {}, [max]];
  it.each([min - step, max + step, 1e10, -1e10, 2 ** 32, ...others])('is refused: %j', (value) => {
    const failures = fieldFailures(schema, bodyWith(value));
    expect(failures).toEqual([{ path, code: expect.any(Number), param: { min, max } }]);
    const parsed = schema.safeParse(bodyWith(value));
    const answer = parsed.error && firstFailure(parsed.error);
    expect(answer?.message).toMatch(says);
    expect(answer?.message).toContain(`${min} to ${max}`);
    expect(answer?.code).toBe(failures[0]?.code);
  });
});

it('the seconds of a limit count only where it ends after them', () => {
  const held = { ...CLAIM, ends: 'changed' };
  const { seconds: _, ...without } = held;
  for (const body of [without, { ...held, seconds: 0 }]) {
    expect(fieldFailures(LimitClaimSchema, body)).toEqual([]);
  }
  expect(fieldFailures(LimitClaimSchema, { ...without, ends: 'after' })).toMatchObject([{ path: 'seconds' }]);
  for (const seconds of [-1, 2_678_401, 'x']) {
    expect(fieldFailures(LimitClaimSchema, { ...held, seconds })).toMatchObject([
      { path: 'seconds', param: { min: 60, max: 2_678_400 } },
    ]);
  }
});

it('the days of a row are a number of bits, and the sentence says so', () => {
  for (const days of [0, 128, 1.5, '1', true, null]) {
    const parsed = LimitSettingsSchema.safeParse(row({ days }));
    const answer = parsed.error && firstFailure(parsed.error);
    expect(answer).toMatchObject({ code: 19_017, param: { min: 1, max: 127 } });
    expect(answer?.message).toBe('The days of a row of the schedule must be a whole number, 1 to 127.');
  }
});

it('a stored group may have the name of another one, or a blank one, and none can be saved so', () => {
  const named = (...names: string[]) => ({
    groups: names.map((name, at) => ({ ...group({}).groups[0], id: `g${at}`, name })),
    schedule: [],
  });
  const refused = [
    { body: named('Roof', ' Roof'), code: 19_015 },
    { body: named(' '), code: 19_010 },
  ];
  for (const { body, code } of refused) {
    expect(LimitSettingsSchema.safeParse(body).success).toBe(true);
    expect(fieldFailures(LimitUpdateSchema, body)).toMatchObject([{ path: 'groups', code }]);
  }
  expect(fieldFailures(LimitUpdateSchema, named('Roof', 'roof'))).toEqual([]);
});
