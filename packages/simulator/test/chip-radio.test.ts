import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { encodeRequest, pipeAddress } from '@heliograph/protocol';
import { HOP_MODES, SENDING_MS_MAX } from '@heliograph/radio';
import { assert, describe, expect, it } from 'vitest';
import { type ChipRadio, createChipRadio, SCENARIOS, type Scenario } from '../src/index.ts';
import { createDtu, DTU_SERIAL, type Dtu, NOON_MS } from './dtu.ts';

const SCENARIO = SCENARIOS['three-inverters'];
const SERIALS = SCENARIO.inverters.map(({ serial }) => serial);
const HOUR_MS = 3_600_000;
const IS_NIGHTLY = process.env.HELIOGRAPH_NIGHTLY === '1';

function chipDtu(
  scenario: Scenario = SCENARIO,
  options: Omit<Parameters<typeof createDtu>[0], 'scenario'> & { latenessUs?: () => number } = {},
): Dtu & { readonly chip: ChipRadio } {
  const { latenessUs = () => 0, ...rest } = options;
  let chip: ChipRadio | undefined;
  const dtu = createDtu({
    hopMode: 'rigid',
    ...rest,
    scenario,
    createRadio(radioOptions) {
      chip = createChipRadio({ ...radioOptions, latenessUs });
      return chip;
    },
  });
  return { ...dtu, chip: chip ?? assert.fail('no chip') };
}

describe.each(HOP_MODES)('inverters behind the chip, hopping %s', (hopMode) => {
  it('are read with one request each, within its waiting time', () => {
    const dtu = chipDtu(SCENARIO, { hopMode });
    for (let round = 0; round < 50; round++) {
      for (const serial of SERIALS) expect(dtu.reading(serial)?.powerW).toBeGreaterThan(60);
      dtu.clock.advance(777);
    }
    expect(dtu.transmissions()).toBe(50 * SERIALS.length);
    expect(dtu.chip.offences()).toEqual([]);
  });

  it('obey', () => {
    const dtu = chipDtu(SCENARIO, { hopMode });
    for (const [index, serial] of SERIALS.entries()) {
      expect(dtu.command(serial, { kind: 'ActivePowerControl', limit: 20 + index, limitType: 1 })).toBe(true);
      expect(dtu.radio.inspect(serial)?.limitPercent).toBe(20 + index);
    }
  });
});

describe('a chip', () => {
  it('is there 105 ms after the start, and holds a request until then', () => {
    const dtu = chipDtu();
    expect(dtu.radio.status().connected).toBe(false);
    expect(dtu.reading(SERIALS[0] ?? '')).toBeDefined();
    expect(dtu.radio.status()).toEqual({ connected: true, plusVariant: true });
  });

  it('says within its time that nobody has heard it', () => {
    const dtu = chipDtu();
    dtu.clock.advance(200);
    const bytes = encodeRequest(
      { kind: 'RealTimeRunData', timeS: NOON_MS / 1000 },
      { inverterSerial: '114199999999', dtuSerial: DTU_SERIAL },
    );
    let told: unknown;
    dtu.radio.exchange({ bytes, pipeAddress: pipeAddress('114199999999'), listenMs: 100 }, (result) => {
      told = result;
    });
    dtu.clock.advance(SENDING_MS_MAX);
    expect(told).toMatchObject({ isAcknowledged: false, tries: 55 });
  });

  it('that is late by as much as a busy machine still reads every inverter', () => {
    let count = 0;
    const dtu = chipDtu(SCENARIO, { latenessUs: () => (count++ % 7) * 100 });
    for (let round = 0; round < 50; round++) for (const serial of SERIALS) dtu.reading(serial);
    expect(dtu.transmissions()).toBeLessThan(50 * SERIALS.length * 1.03);
  });

  it('loses nothing to another network on two RF channels but time', () => {
    const air = { ...SCENARIO.air, rfChannelLoss: { 23: 1, 61: 1 } };
    const dtu = chipDtu({ ...SCENARIO, air });
    let answered = 0;
    for (let round = 0; round < 50; round++)
      for (const serial of SERIALS) if (dtu.reading(serial) !== undefined) answered += 1;
    expect(answered).toBe(150);
    expect(dtu.heard.some(({ packet }) => packet.rfChannel === 23 || packet.rfChannel === 61)).toBe(false);
  });

  it('gives the same packets with the same seed', () => {
    const run = (seed: number) => {
      const dtu = chipDtu(SCENARIOS['weak-signal'], { seed });
      for (let round = 0; round < 20; round++) for (const serial of SERIALS) dtu.reading(serial);
      return dtu.heard.map(({ atMs, packet }) => `${atMs} ${packet.rfChannel} ${packet.bytes.join()}`);
    };
    expect(run(3)).toEqual(run(3));
    expect(run(3)).not.toEqual(run(4));
  });

  it.each(IS_NIGHTLY ? [10 * HOUR_MS] : [HOUR_MS / 6])(
    'grows by nothing in %d ms of polling',
    { timeout: 600_000 },
    (spanMs) => {
      const dtu = chipDtu(SCENARIOS['weak-signal']);
      let pendingMost = 0;
      const poll = (ms: number) => {
        for (let passedMs = 0; passedMs < ms; passedMs += 5000) {
          dtu.reading(SERIALS[(passedMs / 5000) % SERIALS.length] ?? '');
          dtu.heard.length = 0;
          dtu.clock.advance(5000);
          pendingMost = Math.max(pendingMost, dtu.chip.pending());
        }
      };
      poll(spanMs / 10);
      const heapBytes = usedHeapBytes();
      poll(spanMs);
      expect(pendingMost).toBe(0);
      expect(usedHeapBytes() - heapBytes).toBeLessThan(2_000_000);
      expect(dtu.chip.offences()).toEqual([]);
    },
  );

  it('carries out 200 orders at a loss of 30 %, and says done of none that was not', () => {
    const air = { ...SCENARIO.air, requestLoss: 0.3, answerLoss: 0.3, duplication: 0.1, corruption: 0.03 };
    const dtu = chipDtu({ ...SCENARIO, air });
    let done = 0;
    for (let order = 0; order < 200; order++) {
      const serial = SERIALS[order % SERIALS.length] ?? '';
      const limit = 10 + (order % 90);
      if (!dtu.command(serial, { kind: 'ActivePowerControl', limit, limitType: 1 })) continue;
      done += 1;
      expect(dtu.radio.inspect(serial)?.limitPercent).toBe(limit);
    }
    // Five tries, each of which arrives and comes back in 49 of 100 cases.
    expect(done).toBeGreaterThan(180);
    expect(dtu.chip.offences()).toEqual([]);
  });
});

/** What is left after everything was collected that nobody holds. */
function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
