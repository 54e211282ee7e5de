import { describe, expect, it } from 'vitest';
import { type Decision, decide, type FleetMember, type MeterReading, type MeterRule } from './decide.ts';

const RULE: MeterRule = { targetW: 0, hysteresisW: 20, marginPercent: 20, safePowerW: 150, staleAfterS: 15 };
const NOW_MS = 1_000_000;
const SECOND = 1000;

const inverter = (facts: Partial<FleetMember> = {}): FleetMember => ({
  serial: '114100000001',
  maxPowerW: 800,
  minW: 0,
  maxW: 800,
  powerW: 400,
  readingAtMs: NOW_MS - 4 * SECOND,
  limitW: 400,
  orderedAtMs: NOW_MS - 60 * SECOND,
  isOrderPending: false,
  isReachable: true,
  ...facts,
});

const shows = (powerW: number, facts: Partial<MeterReading> = {}): MeterReading => ({
  powerW,
  atMs: NOW_MS,
  ...facts,
});

const decided = (
  meter: MeterReading | undefined,
  fleet: readonly FleetMember[],
  rule: Partial<MeterRule> = {},
): Decision => decide(meter, fleet, { ...RULE, ...rule }, NOW_MS);

const limited = (watts: number, reason: string) => ({
  kind: 'limit',
  limits: [{ serial: '114100000001', watts }],
  reason,
});

describe('the rule by the meter', () => {
  it('lowers by what is fed in, and raises by what is taken', () => {
    expect(decided(shows(-150), [inverter()])).toEqual(limited(250, 'fed-in-too-much'));
    expect(decided(shows(150), [inverter()])).toEqual(limited(550, 'taken-too-much'));
  });

  it('aims at what its owner wants at the meter', () => {
    expect(decided(shows(0), [inverter()], { targetW: 50 })).toEqual(limited(350, 'fed-in-too-much'));
    expect(decided(shows(-100), [inverter()], { targetW: -300 })).toEqual(limited(600, 'taken-too-much'));
  });

  it('does nothing for less than its hysteresis', () => {
    expect(decided(shows(-19), [inverter()])).toEqual({ kind: 'wait', reason: 'within-hysteresis' });
    expect(decided(shows(-20), [inverter()])).toEqual(limited(380, 'fed-in-too-much'));
  });

  it('keeps to what an inverter may be limited to', () => {
    expect(decided(shows(-5000), [inverter({ minW: 50 })])).toEqual(limited(50, 'fed-in-too-much'));
    expect(decided(shows(5000), [inverter({ maxW: 600 })])).toEqual(limited(600, 'taken-too-much'));
  });

  it('mends a limit that is not known, or outside of its bounds, even where it changes nothing', () => {
    expect(decided(shows(0), [inverter({ limitW: undefined })])).toEqual(limited(400, 'limit-unknown'));
    expect(decided(shows(0), [inverter({ maxW: 395 })])).toEqual(limited(395, 'limit-unknown'));
  });
});

describe('what belongs together', () => {
  it('waits while an order is pending', () => {
    const pending = inverter({ isOrderPending: true, orderedAtMs: NOW_MS - 5 * SECOND });
    expect(decided(shows(-150), [inverter({ serial: '2' }), pending])).toEqual({
      kind: 'wait',
      reason: 'order-pending',
    });
  });

  it('waits for no order that is pending for longer than half a minute', () => {
    const stuck = inverter({ isOrderPending: true, orderedAtMs: NOW_MS - 31 * SECOND });
    expect(decided(shows(-150), [stuck]).kind).toBe('limit');
  });

  it('does not go by one that is pending for long and was not read since', () => {
    const lost = inverter({
      ...{
        serial: 'lost',
        isOrderPending: true,
        orderedAtMs: NOW_MS - 31 * SECOND,
        limitW: 100,
        powerW: 800,
      },
      readingAtMs: NOW_MS - 32 * SECOND,
    });
    expect(decided(shows(600), [lost])).toEqual({ kind: 'wait', reason: 'order-pending' });
    expect(decided(shows(-150), [inverter(), lost])).toEqual(limited(250, 'fed-in-too-much'));
  });

  it('waits for one that was read since its order, and before it did as it was told', () => {
    const late = inverter({ orderedAtMs: NOW_MS - 6 * SECOND, limitW: 100, powerW: 700 });
    expect(decided(shows(600), [late])).toEqual({ kind: 'wait', reason: 'reading-older' });
    expect(decided(shows(600), [{ ...late, powerW: 109 }])).toEqual(limited(709, 'taken-too-much'));
    // One that never does is no reason to wait for ever.
    expect(decided(shows(-150), [{ ...late, orderedAtMs: NOW_MS - 30 * SECOND }]).kind).toBe('limit');
  });

  it('waits until every inverter was read since its order', () => {
    const wait = { kind: 'wait', reason: 'reading-older' };
    expect(decided(shows(-150), [inverter({ orderedAtMs: NOW_MS - 3 * SECOND })])).toEqual(wait);
    expect(decided(shows(-150), [inverter({ readingAtMs: undefined })])).toEqual(wait);
  });

  it('waits until the meter has seen what the inverter gives since its order, two seconds late as it is', () => {
    const fresh = inverter({ orderedAtMs: NOW_MS - 8 * SECOND, readingAtMs: NOW_MS - 4 * SECOND });
    expect(decided(shows(-150, { atMs: NOW_MS - 2001 }), [fresh])).toEqual({
      kind: 'wait',
      reason: 'meter-older',
    });
    expect(decided(shows(-150, { atMs: NOW_MS - 2000 }), [fresh]).kind).toBe('limit');
  });

  it('does not wait for ever for many inverters that are read one after another', () => {
    const fleet = Array.from({ length: 20 }, (_, index) =>
      inverter({ serial: String(index), readingAtMs: NOW_MS - index * 250 }),
    );
    expect(decided(shows(-1500), fleet).kind).toBe('limit');
  });

  it('raises by what two values of the meter say, and lowers by one', () => {
    expect(decided(shows(900, { previousW: 5 }), [inverter()])).toEqual({
      kind: 'wait',
      reason: 'within-hysteresis',
    });
    expect(decided(shows(900, { previousW: 300 }), [inverter()])).toEqual(limited(700, 'taken-too-much'));
    expect(decided(shows(-150, { previousW: 300 }), [inverter()])).toEqual(limited(250, 'fed-in-too-much'));
    expect(decided(shows(0, { previousW: -500 }), [inverter()]).kind).toBe('wait');
  });
});

describe('an inverter in the shade', () => {
  const shaded = { powerW: 200, limitW: 210 };

  it('is raised no further than production and a margin', () => {
    const below = inverter({ powerW: 300, limitW: 340 });
    expect(decided(shows(500), [below])).toEqual(limited(360, 'taken-too-much'));
  });

  it('is raised by what is taken where its limit holds it back', () => {
    expect(decided(shows(500), [inverter(shaded)])).toEqual(limited(700, 'taken-too-much'));
  });

  it('keeps a limit that it does not reach, unless the house takes less', () => {
    const below = inverter({ powerW: 200, limitW: 700 });
    expect(decided(shows(900), [below])).toEqual({ kind: 'wait', reason: 'all-given' });
    expect(decided(shows(100), [below])).toEqual(limited(300, 'fed-in-too-much'));
  });

  it('begins from nothing', () => {
    expect(decided(shows(500), [inverter({ powerW: 0, limitW: 10 })])).toEqual(limited(50, 'taken-too-much'));
  });

  it('leaves the rest to the one in the sun', () => {
    const sun = inverter({ serial: 'sun', powerW: 400, limitW: 400 });
    const shade = inverter({ serial: 'shade', powerW: 100, limitW: 400 });
    const decision = decided(shows(400), [sun, shade]);
    expect(decision).toMatchObject({ kind: 'limit' });
    expect(decision.kind === 'limit' && decision.limits.find(({ serial }) => serial === 'sun')?.watts).toBe(
      758,
    );
  });
});

describe('a silent meter', () => {
  it('sets the safe power, once', () => {
    expect(decided(shows(0, { atMs: NOW_MS - 15_001 }), [inverter()])).toEqual(limited(150, 'meter-stale'));
    expect(decided(undefined, [inverter()])).toEqual(limited(150, 'meter-stale'));
    expect(decided(undefined, [inverter({ limitW: 150, powerW: 3 })])).toEqual({
      kind: 'wait',
      reason: 'meter-stale',
    });
  });

  it('is one that says no number, too', () => {
    expect(decided(shows(Number.NaN), [inverter()])).toEqual(limited(150, 'meter-stale'));
    expect(decided(shows(Number.POSITIVE_INFINITY), [inverter()])).toEqual(limited(150, 'meter-stale'));
  });

  it('waits for nothing', () => {
    const pending = inverter({ isOrderPending: true, orderedAtMs: NOW_MS, readingAtMs: undefined });
    expect(decided(undefined, [pending])).toEqual(limited(150, 'meter-stale'));
  });

  it('leaves to those in reach what the others did not give last', () => {
    const away = inverter({ serial: '2', isReachable: false, powerW: 90 });
    expect(decided(undefined, [inverter(), away])).toEqual(limited(60, 'meter-stale'));
  });
});

describe('an inverter out of reach', () => {
  it('keeps its share, and holds nobody up', () => {
    const away = inverter({ serial: '2', isReachable: false, isOrderPending: true, readingAtMs: undefined });
    expect(decided(shows(-150), [inverter(), away])).toEqual(limited(250, 'fed-in-too-much'));
    expect(decided(shows(-150), [away])).toEqual({ kind: 'wait', reason: 'no-inverter' });
    expect(decided(undefined, [])).toEqual({ kind: 'wait', reason: 'no-inverter' });
  });
});
