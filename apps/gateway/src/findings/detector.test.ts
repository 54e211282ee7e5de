import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import {
  EAST,
  eastAndWest,
  MARCH_MS,
  MUNICH,
  type RoofString,
  runRoof,
  SOUTH,
  WEST,
} from '@heliograph/testbed/gateway/roof.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { clearSkyOn, type Plane, sunAt } from './clear-sky.ts';
import { createDetector, type Detector, type DetectorMemory } from './detector.ts';
import { openFindingsMemory } from './findings-memory.ts';
import { STEP_S, type StringStep } from './watch.ts';

const SERIALS = ['114182740100', '114182740101', '114182740102', '114182740103'];

/** Strings that look the same way, two of each inverter. */
function southRoof(count: number, change: (index: number) => Partial<RoofString> = () => ({})): RoofString[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ serial: SERIALS[index >> 1] ?? '', string: (index % 2) + 1, peakW: 400 },
    ...SOUTH,
    ...change(index),
  }));
}

const [SERIAL = ''] = SERIALS;
const FIRST = { serial: SERIAL, string: 1 };
/** From noon of this day on. */
const LOST = { ...FIRST, fromDay: 12, fromHour: 12, left: 0.8 };

const told = (detector: Detector) =>
  detector.findings().map(({ serial, string, kind, state }) => `${serial}/${string} ${kind} ${state}`);
const dayAndHour = (atS: number) => {
  const hours = (atS - MARCH_MS / 1000) / 3600;
  return { day: Math.floor(hours / 24), hour: hours % 24 };
};

const sumOf = (values: readonly (number | null)[] = []) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** What is written down, and read at the next start. */
async function afterRestart(memory: DetectorMemory): Promise<DetectorMemory> {
  const directory = createCrashDisk();
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const written = await openFindingsMemory({ directory, log });
  written.rememberAll(() => memory);
  await written.close();
  const { remembered } = await openFindingsMemory({ directory, log });
  if (remembered === undefined) throw new Error('nothing was written');
  return remembered;
}

describe('a plant', () => {
  it('has no string judged on its first morning, and once one was that stays so at night and over a restart', async () => {
    const first = runRoof({ seed: 1, days: 1, strings: southRoof(6) });
    expect(first.findings()).toEqual([]);
    expect(first.hasJudged()).toBe(false);
    const later = runRoof({ seed: 1, days: 13, strings: southRoof(6) });
    expect(later.verdicts().every(({ verdict }) => verdict === 'unheard')).toBe(true); // it is night
    expect(later.hasJudged()).toBe(true);
    expect(createDetector(await afterRestart(first.memory())).hasJudged()).toBe(false);
    expect(createDetector(await afterRestart(later.memory())).hasJudged()).toBe(true);
  });
});

describe('a weak string', () => {
  it('is told with its beginning, its ratio, its cost and the curve of the day', () => {
    const detector = runRoof({ seed: 1, days: 13, strings: southRoof(6), losses: [LOST] });
    const [finding] = detector.findings();
    expect(finding).toMatchObject({ ...FIRST, kind: 'weak', state: 'open', basis: 'neighbours' });
    if (finding === undefined) throw new Error('nothing was found');
    expect(dayAndHour(finding.sinceS).day).toBe(12);
    expect(Math.abs(dayAndHour(finding.sinceS).hour - 12)).toBeLessThan(0.5);
    expect(dayAndHour(finding.foundAtS).hour).toBeLessThan(14);
    expect(finding.ratio).toBeGreaterThan(0.75);
    expect(finding.ratio).toBeLessThan(0.85);
    const curve = detector.curveOf(finding.id);
    const sums = [curve?.measuredW ?? [], curve?.expectedW ?? []].map((values) =>
      values.reduce<number>((sum, value, index) => {
        const atS = (curve?.startS ?? 0) + index * STEP_S;
        return atS >= finding.sinceS ? sum + (value ?? 0) : sum;
      }, 0),
    );
    const missingWh = ((sums[1] ?? 0) - (sums[0] ?? 0)) / 12;
    expect(missingWh).toBeGreaterThan(20);
    expect(Math.abs(finding.lostWh - missingWh)).toBeLessThan(0.15 * missingWh);
  });

  it('is over when it yields as before again, and stays open as long as it does not', () => {
    const strings = southRoof(6);
    const weeks = runRoof({ seed: 2, days: 35, strings, losses: [LOST] });
    expect(told(weeks)).toEqual([`${SERIAL}/1 weak open`]);
    const mended = runRoof({ seed: 2, days: 24, strings, losses: [{ ...LOST, untilDay: 18 }] });
    expect(told(mended)).toEqual([`${SERIAL}/1 weak over`]);
    expect(dayAndHour(mended.findings()[0]?.overAtS ?? 0).day).toBeLessThan(20);
  });

  it('is not told again while its owner knows it, but is when it gets worse', () => {
    const strings = southRoof(6);
    const detector = createDetector();
    const know = () => {
      const [finding] = detector.findings();
      if (finding?.state === 'open') expect(detector.setKnown(finding.id, true)).toBe(true);
    };
    runRoof({ seed: 3, days: 16, strings, losses: [LOST] }, detector);
    know();
    expect(told(detector)).toEqual([`${SERIAL}/1 weak known`]);
    const later = { seed: 4, startMs: MARCH_MS + 16 * 86_400_000, days: 6, strings };
    runRoof({ ...later, losses: [{ ...LOST, fromDay: 0, fromHour: 0 }] }, detector);
    expect(told(detector)).toEqual([`${SERIAL}/1 weak known`]);
    const worse = { ...later, startMs: later.startMs + 6 * 86_400_000, days: 3 };
    runRoof({ ...worse, losses: [{ ...LOST, fromDay: 0, fromHour: 0, left: 0.4 }] }, detector);
    expect(told(detector)).toEqual([`${SERIAL}/1 weak open`]);
    expect(detector.setKnown('nobody', true)).toBe(false);
  });

  it('is found again after a restart without being looked for anew', () => {
    const strings = southRoof(6);
    const before = runRoof({ seed: 5, days: 12, strings });
    const after = createDetector(structuredClone(before.memory()));
    const later = { seed: 6, startMs: MARCH_MS + 12 * 86_400_000, days: 1, strings };
    runRoof({ ...later, losses: [{ ...LOST, fromDay: 0 }] }, after);
    expect(told(after)).toEqual([`${SERIAL}/1 weak open`]);
    const again = createDetector(structuredClone(after.memory()));
    expect(told(again)).toEqual(told(after));
    expect(again.curveOf(after.findings()[0]?.id ?? '')?.measuredW.length).toBeGreaterThan(100);
  });
});

describe('what is no weakness', () => {
  it('peak powers that differ', () => {
    const strings = southRoof(8, (index) => ({ peakW: 300 + 40 * index }));
    expect(told(runRoof({ seed: 7, days: 20, strings }))).toEqual([]);
  });

  it('a peak power that is corrected, and panels that are replaced', () => {
    const strings = southRoof(6);
    const peakWOf = ({ serial, string }: RoofString, day: number) =>
      serial === SERIAL && string === 1 && day >= 12 ? 520 : 400;
    expect(told(runRoof({ seed: 8, days: 20, strings, peakWOf }))).toEqual([]);
  });

  it('weeks of which nothing is known', () => {
    const strings = southRoof(6);
    const detector = runRoof({ seed: 9, days: 44, strings, unheard: (day) => day >= 10 && day < 38 });
    expect(told(detector)).toEqual([]);
    expect(detector.verdicts().every(({ verdict }) => verdict === 'unheard')).toBe(true); // it is night
  });

  it('a tree whose shade lasts longer from week to week, on a morning of much noise', () => {
    // As on a roof of row F36: a quarter of an hour at the edge is all in the shade for the first time, and noise follows.
    const noise = [0.99, 1.02, 0.91, 1.02, 1.01, 0.89, 0.915, 0.9, 1.07, 0.98, 1.03, 1.01];
    const shareOf = (day: number, step: number) => {
      if (step < 15) return 0.2;
      if (step < 18) return day === 20 ? 0.25 : 1 - 0.028 * day;
      return day === 20 ? (noise[step - 18] ?? 1) : 1;
    };
    const detector = createDetector();
    for (let day = 0; day <= 20; day += 1) {
      for (let step = 0; step < 36; step += 1) {
        const strings = southRoof(6, () => ({ group: 'south' })).map((one, index) => ({
          ...{
            serial: one.serial,
            string: one.string,
            peakW: 400,
            group: one.group,
            standing: 'free' as const,
          },
          ...{ plane: SOUTH, clearSkyWm2: undefined },
          powerW: 240 * (index === 0 ? shareOf(day, step) : 1),
        }));
        const atS = MARCH_MS / 1000 + day * 86_400 + 8 * 3600 + step * STEP_S;
        detector.step({ atS, dayOffsetS: 3600, strings, silent: new Set() });
      }
    }
    expect(told(detector)).toEqual([]);
  });

  it('a clock that is set back, and one that was years ahead', () => {
    const strings = southRoof(6);
    const detector = runRoof({ seed: 10, days: 8, strings });
    runRoof({ seed: 10, days: 1, startMs: MARCH_MS + 7 * 86_400_000, strings }, detector);
    runRoof({ seed: 11, days: 1, startMs: MARCH_MS + 4000 * 86_400_000, strings }, detector);
    runRoof({ seed: 12, days: 8, startMs: MARCH_MS + 9 * 86_400_000, strings }, detector);
    expect(told(detector)).toEqual([]);
  });
});

describe('groups', () => {
  it('are learnt where nobody has set them, whatever stands before a string', () => {
    const detector = runRoof({ seed: 13, days: 12, strings: eastAndWest() });
    const groups = detector.verdicts().map(({ group }) => group);
    expect(new Set(groups.slice(0, 8)).size).toBe(1);
    expect(new Set(groups.slice(8)).size).toBe(1);
    expect(groups[0]).toMatch(/^learnt/);
    expect(groups[0]).not.toBe(groups[8]);
  });

  it('are learnt in pieces between two steps, and are until then what they were', () => {
    const before = runRoof({ seed: 13, days: 8, strings: eastAndWest() });
    const detector = createDetector(structuredClone(before.memory()));
    const groups = () => detector.verdicts().map(({ group }) => group);
    let steps = 0;
    const once: Detector = { ...detector, step: (step) => steps++ === 0 && detector.step(step) };
    runRoof({ seed: 14, days: 1, startMs: MARCH_MS + 8 * 86_400_000, strings: eastAndWest() }, once);
    expect(new Set(groups())).toEqual(new Set([undefined]));
    const version = detector.groupsVersion();
    let pieces = 1;
    while (detector.goOn()) pieces += 1;
    expect(pieces).toBeGreaterThan(3 * groups().length); // each string has three at least
    expect(groups()[0]).toMatch(/^learnt/);
    expect(groups()[0]).not.toBe(groups()[8]);
    expect(detector.groupsVersion()).toBeGreaterThan(version);
    expect(detector.goOn()).toBe(false);
  });

  it('are those of the settings where there are any', () => {
    const detector = runRoof({ seed: 13, days: 1, strings: eastAndWest((side) => ({ group: side })) });
    expect(new Set(detector.verdicts().map(({ group }) => group))).toEqual(new Set(['set east', 'set west']));
  });
});

/** Every verdict that was given while there was light. */
function verdictsOf(strings: readonly RoofString[], days = 30): Set<string> {
  const verdicts = new Set<string>();
  const detector = createDetector();
  runRoof({ seed: 14, days, strings }, detector, ({ day, hour }) => {
    if (day < days - 1 || hour < 11 || hour > 13) return;
    for (const { verdict } of detector.verdicts()) verdicts.add(verdict);
  });
  return verdicts;
}

describe('too few strings', () => {
  const withoutSky = (steps: readonly StringStep[]) =>
    steps.map((step) => ({ ...step, clearSkyWm2: undefined }));

  it.each([1, 2, 3])('%i of one group are held against themselves', (count) => {
    expect([...verdictsOf(southRoof(count))].filter((verdict) => verdict !== 'dark')).toEqual(['good']);
  });

  it('cannot be judged where the place is not known either, and that is said', () => {
    const detector = createDetector();
    const blind: Detector = {
      ...detector,
      step: (step) => detector.step({ ...step, strings: withoutSky(step.strings) }),
    };
    const noon = new Set<string>();
    runRoof(
      { seed: 14, days: 15, strings: southRoof(3, () => ({ group: 'south' })) },
      blind,
      ({ day, hour }) => {
        if (day === 14 && hour === 12) for (const { verdict } of detector.verdicts()) noon.add(verdict);
      },
    );
    expect([...noon]).toEqual(['few']);
    expect(told(detector)).toEqual([]);
  });

  it('are told after days of sun, as something that may be, when one yields less than before', () => {
    const strings = southRoof(2, (index) => (index === 0 ? EAST : WEST));
    const fine = runRoof({ seed: 15, days: 40, strings });
    expect(told(fine)).toEqual([]);
    const detector = runRoof({ seed: 15, days: 40, strings, losses: [{ ...LOST, fromDay: 20, left: 0.6 }] });
    expect(told(detector)).toEqual([`${SERIAL}/1 weak open`]);
    const [finding] = detector.findings();
    expect(finding).toMatchObject({ basis: 'itself', sureness: 'possible' });
    const curve = detector.curveOf(finding?.id ?? '');
    expect(curve?.compared).toBe('before');
    const best = Math.max(...(curve?.measuredW ?? []).map((power) => power ?? 0));
    expect(best / Math.max(...(curve?.expectedW ?? []).map((power) => power ?? 0))).toBeCloseTo(0.6, 1);
  });

  it.each([
    ['is not held against the days before', true, []],
    ['would be, if it were not said', false, [`${SERIAL}/1 weak open`]],
  ])('that turns out to be steep in March %s', (_, isSaid, found) => {
    const steep = { azimuthDeg: 180, tiltDeg: 60 };
    const flat = { azimuthDeg: 180, tiltDeg: 0 };
    const detector = createDetector();
    const flatAtFirst = (one: StringStep, atS: number): StringStep => {
      const day = Math.floor((atS - MARCH_MS / 1000) / 86_400);
      if (one.string !== 1) return one;
      if (day >= 14) return { ...one, plane: isSaid ? steep : flat };
      const sun = sunAt((atS + STEP_S / 2) * 1000, MUNICH);
      return { ...one, plane: flat, clearSkyWm2: one.clearSkyWm2 && clearSkyOn(flat, sun) };
    };
    runRoof(
      { seed: 15, days: 28, strings: southRoof(2, () => steep) },
      {
        ...detector,
        step: (step) =>
          detector.step({ ...step, strings: step.strings.map((one) => flatAtFirst(one, step.atS)) }),
      },
    );
    expect(told(detector)).toEqual(found);
  });

  it.each([
    ['is noticed', true, []],
    ['would not be, if it were not written down where it looked', false, [`${SERIAL}/1 weak open`]],
  ])('that is said to look elsewhere while the gateway is stopped %s', async (_, isWritten, found) => {
    const [steep, flat] = [60, 0].map((tiltDeg) => ({ azimuthDeg: 180, tiltDeg })) as [Plane, Plane];
    const strings = southRoof(2, () => steep);
    const saidFlat = (one: StringStep, atS: number): StringStep => {
      if (one.string !== 1) return one;
      const sun = sunAt((atS + STEP_S / 2) * 1000, MUNICH);
      return { ...one, plane: flat, clearSkyWm2: one.clearSkyWm2 && clearSkyOn(flat, sun) };
    };
    const before = createDetector();
    runRoof(
      { seed: 15, days: 14, strings },
      {
        ...before,
        step: (step) => before.step({ ...step, strings: step.strings.map((one) => saidFlat(one, step.atS)) }),
      },
    );
    const remembered = await afterRestart(before.memory());
    const after = createDetector({
      ...remembered,
      strings: remembered.strings.map((one) => ({ ...one, ...(!isWritten && { plane: undefined }) })),
    });
    runRoof({ seed: 15, days: 14, strings, startMs: MARCH_MS + 14 * 86_400_000 }, after);
    expect(told(after)).toEqual(found);
  });

  it('whose panels are others since the gateway was stopped begins anew', async () => {
    const before = runRoof({ seed: 5, days: 12, strings: southRoof(6) });
    const after = createDetector(await afterRestart(before.memory()));
    const others = southRoof(6, (index) => (index === 0 ? { peakW: 500 } : {}));
    const [first, second] = others;
    runRoof({ seed: 6, days: 1, strings: others, startMs: MARCH_MS + 12 * 86_400_000 }, after);
    const filled = (one: RoofString | undefined) =>
      after
        .memory()
        .strings.find(({ memory }) => memory.serial === one?.serial && memory.string === one.string)
        ?.memory.values.filter((value) => value > 0).length ?? 0;
    expect(filled(first)).toBeLessThan(filled(second) / 5);
    expect(told(after)).toEqual([]);
  });

  it('among four strings one that gives nothing is seen, with no days before', () => {
    const strings = [
      ...southRoof(2),
      ...southRoof(4)
        .slice(2)
        .map((one) => ({ ...one, ...WEST })),
    ];
    const detector = runRoof({
      seed: 16,
      days: 3,
      strings,
      losses: [{ ...LOST, fromDay: 0, fromHour: 0, left: 0 }],
    });
    expect(told(detector)).toEqual([`${SERIAL}/1 dead open`]);
    const curve = detector.curveOf(detector.findings()[0]?.id ?? '');
    expect(curve?.compared).toBe('others');
    expect(sumOf(curve?.measuredW)).toBe(0);
    expect(sumOf(curve?.expectedW)).toBeGreaterThan(1000);
  });
});

describe('a dead string', () => {
  it('is told within an hour, and is over when it yields again', () => {
    const dead = { ...LOST, left: 0, untilDay: 15 };
    const detector = runRoof({ seed: 17, days: 14, strings: southRoof(6), losses: [dead] });
    expect(told(detector)).toEqual([`${SERIAL}/1 dead open`]);
    expect(dayAndHour(detector.findings()[0]?.foundAtS ?? 0).hour).toBeLessThan(13);
    const mended = runRoof({ seed: 17, days: 19, strings: southRoof(6), losses: [dead] });
    expect(told(mended)).toEqual([`${SERIAL}/1 dead over`]);
  });

  it('was weak before, and is one finding', () => {
    const losses = [LOST, { ...LOST, fromDay: 14, left: 0 }];
    const detector = runRoof({ seed: 18, days: 17, strings: southRoof(6), losses });
    expect(told(detector)).toEqual([`${SERIAL}/1 dead open`]);
  });
});

describe('inverters', () => {
  const step = (atS: number, heard: readonly string[], silent: readonly string[]) => ({
    ...{ atS, dayOffsetS: 3600, silent: new Set(silent) },
    strings: [...heard, ...silent].map((serial) => ({
      ...{
        serial,
        string: 1,
        peakW: 400,
        group: undefined,
        standing: 'free' as const,
        plane: SOUTH,
        clearSkyWm2: undefined,
      },
      powerW: heard.includes(serial) ? 200 : undefined,
    })),
  });
  const [one = '', other = ''] = SERIALS;
  const at = (index: number) => MARCH_MS / 1000 + 12 * 3600 + index * STEP_S;

  it('are told when they are silent in daylight for half an hour, and until they are heard', () => {
    const detector = createDetector();
    for (let index = 0; index < 6; index += 1) {
      expect(told(detector)).toEqual([]);
      detector.step(step(at(index), [one], [other]));
    }
    expect(told(detector)).toEqual([`${other}/undefined silent open`]);
    expect(detector.findings()[0]?.sinceS).toBe(at(0));
    // It says nothing itself; what the other one gave shows that there was light.
    expect(detector.curveOf(detector.findings()[0]?.id ?? '')).toEqual({
      ...{ compared: 'others', startS: at(0) },
      ...{ measuredW: Array(6).fill(null), expectedW: Array(6).fill(200) },
    });
    detector.step(step(at(7), [one, other], []));
    expect(told(detector)).toEqual([`${other}/undefined silent over`]);
  });

  it('that take the place of another one take over what is usual there, and not what was wrong', () => {
    const strings = southRoof(6);
    const detector = runRoof({ seed: 19, days: 14, strings, losses: [LOST] });
    expect(told(detector)).toEqual([`${SERIAL}/1 weak open`]);
    detector.replace(SERIAL, '114182749999');
    const next = strings.map((one) => (one.serial === SERIAL ? { ...one, serial: '114182749999' } : one));
    runRoof({ seed: 20, days: 1, startMs: MARCH_MS + 14 * 86_400_000, strings: next }, detector);
    expect(told(detector)).toEqual([`${SERIAL}/1 weak over`]);
    expect(detector.memory().strings.some(({ memory }) => memory.serial === SERIAL)).toBe(false);
    const mine = detector.memory().strings.find(({ memory }) => memory.serial === '114182749999');
    expect(mine?.memory.values.filter((value) => value > 0).length).toBeGreaterThan(400);
  });

  it('that are limited are not judged', () => {
    const limits = [{ day: 13, share: 0.3 }];
    const detector = createDetector();
    const verdicts = new Set<string>();
    runRoof({ seed: 22, days: 14, strings: southRoof(6), limits }, detector, ({ day, hour }) => {
      if (day === 13)
        for (const { verdict } of detector.verdicts()) verdicts.add(hour > 10 && hour < 15 ? verdict : '');
    });
    expect(verdicts.has('limited')).toBe(true);
    expect(told(detector)).toEqual([]);
  });
});

describe('what it costs', () => {
  it('is bounded: 200 strings remember 21 days, and as many of those that are gone as there is room for', () => {
    const strings = (from: number): StringStep[] =>
      Array.from({ length: 200 }, (_, index) => ({
        ...{ serial: `1141827${10_000 + from + (index >> 1)}`, string: (index % 2) + 1, peakW: 400 },
        ...{ group: undefined, powerW: 100, standing: 'free', plane: SOUTH, clearSkyWm2: 500 },
      }));
    const detector = createDetector();
    for (let index = 0; index < 30; index += 1) {
      const atS = MARCH_MS / 1000 + index * STEP_S;
      detector.step({ atS, dayOffsetS: 3600, strings: strings(index * 100), silent: new Set() });
    }
    const { strings: remembered } = detector.memory();
    expect(remembered).toHaveLength(300);
    expect(remembered.every(({ memory }) => memory.values.byteLength === 4032)).toBe(true);
  });
});
