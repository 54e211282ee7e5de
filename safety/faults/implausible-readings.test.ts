import {
  type DecodedRequest,
  encodeAnswer,
  encodeRealTimeData,
  encodeSystemConfig,
  modelFamilyOf,
} from '@heliograph/protocol';
import { createAirTestbed, DTU, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import { assert, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F25: an answer whose checksum is right, but which nobody can have measured. */

const row = openRow('F25');
const SERIAL = '114100000002';
const FAMILY = modelFamilyOf(SERIAL) ?? assert.fail('no family');
const STRING = { voltageV: 33, currentA: 3, powerW: 99, yieldDayWh: 500, yieldTotalKWh: 12 };
const PHASE = { voltageV: 230, currentA: 1 };
const AC = { phases: [PHASE], lineVoltagesV: [], frequencyHz: 50, powerW: 190, reactivePowerVar: 0 };
const MEASURED = {
  strings: [STRING, STRING],
  ac: { ...AC, powerFactor: 1, temperatureC: 20 },
  eventCount: 1,
};
const WHAT = 'answers with a value that cannot be, believed';
const NONE = { exactly: 0 } as const;

/** Where the values of two strings lie in an answer, each with what it cannot be. */
const IMPOSSIBLE = {
  'frequency 655.35 Hz': [28, 0xff_ff],
  'AC voltage 6553.5 V': [26, 0xff_ff],
  'AC power 6553.5 W': [30, 0xff_ff],
  'AC current 655.35 A': [34, 0xff_ff],
  'voltage of string 1, 6553.5 V': [2, 0xff_ff],
  'current of string 2, 655.35 A': [10, 0xff_ff],
  'power of string 2, 6553.5 W': [12, 0xff_ff],
  'total yield of string 1, 4.2 GWh': [14, 0xff_ff],
} as const;

/** Lets an inverter answer so, with a good checksum, from its second answer on; returns how many of these were believed. */
function believed([at, value]: readonly [number, number]) {
  let isBroken = false;
  const answer = ({ request }: DecodedRequest, serial: string) => {
    if (request.kind === 'Retransmit') return [];
    if (!isBroken || request.kind !== 'RealTimeRunData') return goodAnswer(request, serial);
    const payload = encodeRealTimeData(FAMILY, MEASURED);
    new DataView(payload.buffer).setUint16(at, value);
    return encodeAnswer(payload, { inverterSerial: serial, dtuSerial: DTU.dtu_serial });
  };
  const { air, clock, fleet, sentKinds } = createAirTestbed({ serials: [SERIAL], answer });
  air.start();
  clock.advance(10_000);
  const before = fleet.find(SERIAL);
  expect(before?.readingAtMs).toBeDefined();
  isBroken = true;
  const sent = sentKinds().length;
  clock.advance(30_000);
  const after = fleet.find(SERIAL);
  const isBelieved = after?.readingAtMs !== before?.readingAtMs;
  // Asked for again, and counted as missed, as with any bad answer.
  if (!isBelieved) {
    expect(after?.reading).toEqual(before?.reading);
    expect(after?.radio.missedPolls).toBeGreaterThan(2);
    expect(
      sentKinds()
        .slice(sent)
        .filter((kind) => kind === 'RealTimeRunData').length,
    ).toBeGreaterThan(10);
  }
  air.stop();
  return Number(isBelieved);
}

it.each(Object.entries(IMPOSSIBLE))('is not believed: %s', (_, place) => {
  row.figure({ what: WHAT, value: believed(place), goal: NONE });
});

it('a limit of 655.35 % is not believed', () => {
  const answer = ({ request }: DecodedRequest, serial: string) => {
    if (request.kind !== 'SystemConfigPara')
      return request.kind === 'Retransmit' ? [] : goodAnswer(request, serial);
    return encodeAnswer(encodeSystemConfig({ limitPercent: 6553.5 }), {
      inverterSerial: serial,
      dtuSerial: DTU.dtu_serial,
    });
  };
  const { air, clock, fleet } = createAirTestbed({ serials: [SERIAL], answer });
  air.start();
  clock.advance(60_000);
  expect(fleet.find(SERIAL)?.limit).toMatchObject({ readState: 'Failure' });
  expect(fleet.find(SERIAL)?.limit.percent).not.toBe(6553.5);
  air.stop();
});

it('would be believed without bounds', async () => {
  const value = await without(['plausibleValues'], () =>
    Object.values(IMPOSSIBLE).reduce((sum, place) => sum + believed(place), 0),
  );
  row.counterProof({ what: WHAT, without: SEAMS.plausibleValues, value, goal: NONE });
});
