import type { DecodedRequest, Request } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { isReachable } from '../src/fleet/inverter.ts';
import { knownLimitPercent, type LimitCommand } from '../src/fleet/limit-state.ts';
import { createAirBench, DTU, goodAnswer } from './air-bench.ts';

const A = '112100000001';
const B = '114100000002';
/** Windows of a limit or power command, and so many transmissions of it. */
const WINDOW_MS = 2001;
const TRANSMISSIONS = 5;

const percent = (value: number): LimitCommand => ({ value, isRelative: true, isPersistent: false });
const watts = (value: number): LimitCommand => ({ value, isRelative: false, isPersistent: false });

/** An inverter whose test decides of each request whether it is heard. */
function bench(hears: (request: Request, serial: string) => boolean, serials: readonly string[] = [A]) {
  return createAirBench({
    serials,
    answer: ({ request }: DecodedRequest, serial) =>
      request.kind !== 'Retransmit' && hears(request, serial) ? goodAnswer(request, serial) : [],
  });
}

type Bench = ReturnType<typeof bench>;

const limitOf = ({ fleet }: Bench, serial = A) => fleet.find(serial)?.limit;
const shown = (on: Bench, serial = A) => {
  const limit = limitOf(on, serial);
  return limit && `${limit.commandState} ${knownLimitPercent(limit)}`;
};
const countOf = ({ sentKinds }: Bench, kind: Request['kind']) =>
  sentKinds().filter((sent) => sent === kind).length;

/** The value of every limit that was sent, in tenths. */
const sentLimits = ({ radio }: Bench) =>
  radio.sent
    .filter(({ bytes }) => bytes[0] === 0x51 && bytes[10] === 0x0b)
    .map(({ bytes }) => ((bytes[12] ?? 0) << 8) | (bytes[13] ?? 0));

describe('the life of a limit order', () => {
  it('begins with its acceptance: pending, whatever the one before came to', () => {
    const on = bench(() => true);
    on.air.setLimit(A, percent(60));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 60');
    on.air.setLimit(A, percent(30));
    expect(shown(on)).toBe('Pending 60');
  });

  it.each([1, 2, 3, 4, 5])('ends well with transmission %d, each one 2 s after the other', (taken) => {
    let heard = 0;
    const on = bench(() => ++heard === taken);
    const times: number[] = [];
    on.radio.onTransmit(() => times.push(on.clock.monotonicMs()));
    on.air.setLimit(A, percent(60));
    on.clock.advance((taken - 1) * WINDOW_MS);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(20);
    expect(shown(on)).toBe('Ok 60');
    expect(times).toEqual(Array.from({ length: taken }, (_, index) => index * WINDOW_MS));
  });

  it('fails after five transmissions; every turn sends it again, five times, until it is taken', () => {
    let isDeaf = true;
    const on = bench(({ kind }) => !isDeaf || kind !== 'ActivePowerControl');
    on.air.setLimit(A, percent(60));
    on.clock.advance(TRANSMISSIONS * WINDOW_MS - 1);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(1);
    expect(shown(on)).toBe('Failure 0');
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(TRANSMISSIONS);
    on.air.start();
    on.clock.advance(5001);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(TRANSMISSIONS * WINDOW_MS + 200);
    expect(shown(on)).toBe('Failure 0'); // this turn has read 100 %, but it may have heard one of the five
    expect(limitOf(on)?.percent).toBe(100);
    expect(sentLimits(on)).toHaveLength(2 * TRANSMISSIONS);
    isDeaf = false;
    on.clock.advance(6000);
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(2 * TRANSMISSIONS + 1);
  });

  it('that has failed is forgotten when another one is ordered', () => {
    let isDeaf = true;
    const on = bench(() => !isDeaf);
    on.air.setLimit(A, percent(60));
    on.clock.advance(TRANSMISSIONS * WINDOW_MS);
    isDeaf = false;
    on.air.setLimit(A, percent(30));
    on.air.start();
    on.clock.advance(60_000);
    expect(sentLimits(on)).toEqual([...Array(TRANSMISSIONS).fill(600), 300]);
  });

  it('that gives up while a newer one waits leaves that one pending, and it is sent next', () => {
    const on = bench((request) => request.kind === 'ActivePowerControl' && request.limit === 30);
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS);
    on.air.setLimit(A, percent(30));
    on.clock.advance((TRANSMISSIONS - 1) * WINDOW_MS);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(1 + 20);
    expect(shown(on)).toBe('Ok 30');
  });

  it('of an inverter that sleeps lasts until it wakes, hours later', () => {
    let isAwake = true;
    const on = bench(() => isAwake);
    on.air.start();
    on.clock.advance(12_000);
    isAwake = false;
    on.air.setLimit(A, percent(60));
    on.clock.advance(8 * 3_600_000);
    expect(on.fleet.inverters().map(isReachable)).toEqual([false]);
    const sentInTheNight = sentLimits(on).length;
    expect(sentInTheNight).toBeGreaterThan(1000);
    expect(new Set(sentLimits(on))).toEqual(new Set([600]));
    isAwake = true;
    on.clock.advance(20_000);
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(sentInTheNight + 1);
  });

  it('of an inverter that is removed ends without a word, and does not come back with it', () => {
    const on = bench(() => false, [A, B]);
    on.air.start();
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS + 20);
    on.fleet.configure([{ serial: B, name: B, channel: [] }]);
    const sent = sentLimits(on).length;
    on.clock.advance(60_000);
    on.fleet.configure([
      { serial: B, name: B, channel: [] },
      { serial: A, name: A, channel: [] },
    ]);
    on.clock.advance(60_000);
    expect(sentLimits(on)).toHaveLength(sent);
    expect(shown(on)).toBe('Ok 0');
    expect(limitOf(on)?.command).toBeUndefined();
  });

  it('and one to switch do not touch each other', () => {
    const on = bench(({ kind }) => kind === 'PowerControl');
    on.air.setLimit(A, percent(60));
    on.air.setPower(A, 'off');
    expect([limitOf(on)?.commandState, on.fleet.find(A)?.power.commandState]).toEqual(['Pending', 'Pending']);
    on.clock.advance(TRANSMISSIONS * WINDOW_MS + 21);
    expect([limitOf(on)?.commandState, on.fleet.find(A)?.power.commandState]).toEqual(['Failure', 'Ok']);
  });

  it('waits while the queue is full, and of those that cannot wait the newest is sent', () => {
    const others = manySerials(22);
    const on = bench(() => true, [A, ...others]);
    for (const serial of others) {
      for (const command of ['restart', 'on'] as const) on.air.setPower(serial, command);
      on.air.setLimit(serial, percent(90));
    }
    on.air.setLimit(A, percent(60));
    on.air.setLimit(A, percent(30));
    expect(shown(on)).toBe('Failure 0');
    on.air.start();
    on.clock.advance(200_000);
    expect(sentLimits(on).filter((tenths) => tenths !== 900)).toEqual([300]);
    expect(shown(on)).toBe('Ok 30');
  });
});

/** More inverters than can be configured, whose orders do fill the queue. */
const manySerials = (count: number) => Array.from({ length: count }, (_, index) => `1141000000${10 + index}`);

describe('the warning of a full queue', () => {
  it('names the inverter, and is written once a minute', () => {
    const serials = manySerials(24);
    const on = bench(() => false, serials);
    const fill = () => {
      for (const serial of serials) {
        for (const command of ['restart', 'on'] as const) on.air.setPower(serial, command);
        on.air.setLimit(serial, percent(60));
      }
    };
    const warnings = () => on.lines.filter((line) => line.startsWith('warn'));
    fill();
    expect(warnings()).toEqual([`warn PowerControl of ${serials[21]}: not sent, 64 commands are waiting`]);
    on.clock.advance(59_999);
    fill();
    expect(warnings()).toHaveLength(1);
    on.clock.advance(1);
    fill();
    expect(warnings()).toHaveLength(2);
  });
});

describe('200 orders to switch one inverter that is silent', () => {
  it('leave the air to the others, and the last of them counts', () => {
    let isAwake = false;
    const on = bench((_, serial) => serial !== A || isAwake, [A, B]);
    on.air.start();
    on.clock.advance(100);
    for (let count = 0; count < 200; count++) {
      on.air.setPower(A, (['on', 'off', 'restart'] as const)[count % 3] ?? 'on');
      on.clock.advance(10);
    }
    on.air.setPower(A, 'off');
    on.air.setPower(B, 'off');
    expect(on.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
    // What is under way, a restart, on or off: 10 s each.
    on.clock.advance(30_100);
    expect(on.fleet.find(B)?.power.commandState).toBe('Ok');
    on.clock.advance(30_000);
    expect(on.fleet.find(B)?.readingsAtMs).toBeDefined();
    isAwake = true;
    on.clock.advance(20_000);
    expect(on.fleet.find(A)?.power).toMatchObject({ command: 'off', commandState: 'Ok' });
    expect(on.radio.sent.filter(({ bytes }) => bytes[0] === 0x51).at(-1)?.bytes[10]).toBe(0x01);
  });
});

/** An inverter that obeys, in the little that matters between limits and restarts. */
function obedient(isDeaf: (request: Request) => boolean) {
  const held = { percent: 100, persistentPercent: 100 };
  const answer = ({ request }: DecodedRequest, serial: string) => {
    if (request.kind === 'Retransmit' || isDeaf(request)) return [];
    if (request.kind === 'PowerControl' && request.action === 'restart')
      held.percent = held.persistentPercent;
    if (request.kind === 'ActivePowerControl') {
      held.percent = request.limit;
      if (request.limitType === 0x0101) held.persistentPercent = request.limit;
    }
    return goodAnswer(request, serial, 100, held.percent);
  };
  return { on: createAirBench({ serials: [A], answer }), held };
}

const isControl = ({ kind }: Request) => kind === 'ActivePowerControl' || kind === 'PowerControl';

describe('a limit and a restart', () => {
  it('are sent as they were ordered, also when the limit takes the place of one from before the restart', () => {
    const { on, held } = obedient(() => false);
    on.air.setLimit(A, percent(50));
    on.air.setPower(A, 'restart');
    on.air.setLimit(A, percent(20));
    on.clock.advance(1000);
    expect(sentLimits(on)).toEqual([200]);
    expect(shown(on)).toBe('Ok 20');
    expect(held.percent).toBe(20);
  });

  it('that both fail end with the limit, since it was ordered last, though the turn sends it first', () => {
    let isDeaf = true;
    const { on, held } = obedient((request) => isDeaf && isControl(request));
    on.air.setPower(A, 'restart');
    on.air.setLimit(A, percent(20));
    on.clock.advance(2 * TRANSMISSIONS * WINDOW_MS + 100);
    expect([limitOf(on)?.commandState, on.fleet.find(A)?.power.commandState]).toEqual(['Failure', 'Failure']);
    isDeaf = false;
    on.air.start();
    on.clock.advance(5000 + 1000);
    expect(on.fleet.find(A)?.power.commandState).toBe('Ok');
    expect(shown(on)).toBe('Failure 0'); // taken, and wiped by our own restart
    expect(held.percent).toBe(100);
    on.clock.advance(5500);
    expect(shown(on)).toBe('Ok 20');
    on.clock.advance(600_000);
    expect(shown(on)).toBe('Ok 20');
    expect(held.percent).toBe(20);
    expect(sentLimits(on).slice(TRANSMISSIONS)).toEqual([200, 200]);
  });

  it('in the other order end with the restart, and a persistent limit is not sent again', () => {
    const { on, held } = obedient(() => false);
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(20));
    on.air.setPower(A, 'restart');
    on.clock.advance(20_000);
    expect(shown(on)).toBe('Ok 100');
    expect(held.percent).toBe(100);
    on.air.setPower(A, 'restart');
    on.air.setLimit(A, { ...percent(30), isPersistent: true });
    on.clock.advance(20_000);
    expect(shown(on)).toBe('Ok 30');
    expect(held.percent).toBe(30);
    expect(sentLimits(on)).toEqual([200, 300]);
  });
});

describe('a limit', () => {
  it('of more watts than the inverter can give is known as 100 %', () => {
    const on = bench(() => true); // of 800 W
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(1500));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 100');
    expect(limitOf(on)?.percent).toBe(187.5);
  });

  it('in watts of an inverter with unknown maximum is unknown until it is read, 4 minutes later', () => {
    const on = bench(({ kind }) => kind !== 'DevInfoSimple');
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(300));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 0');
    on.clock.advance(239_000);
    expect(shown(on)).toBe('Ok 0');
    on.clock.advance(10_000);
    expect(shown(on)).toBe('Ok 100');
  });

  it('in watts is known as soon as the inverter has told its model', () => {
    let isModelTold = false;
    const on = bench(({ kind }) => isModelTold || kind !== 'DevInfoSimple');
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(300));
    on.clock.advance(200);
    expect(shown(on)).toBe('Ok 0');
    isModelTold = true;
    on.clock.advance(5000);
    expect(shown(on)).toBe('Ok 37.5'); // of 800 W
  });

  it('in watts that may have been wiped since is not known by the model', () => {
    let isModelTold = false;
    const on = bench(({ kind }) => isModelTold || (kind !== 'DevInfoSimple' && kind !== 'PowerControl'));
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, watts(300));
    on.clock.advance(200);
    on.air.setPower(A, 'restart');
    on.clock.advance(1000);
    isModelTold = true;
    const seen = new Set<string | undefined>();
    on.fleet.onChange(() => seen.add(shown(on)));
    on.clock.advance(20_000);
    expect([...seen]).toEqual(['Ok 0', 'Ok 100']);
  });

  it('is the old one for the first wait of an order, and not known from the second transmission on', () => {
    let isDeaf = false;
    const on = bench(({ kind }) => !isDeaf || kind !== 'ActivePowerControl');
    on.air.start();
    on.clock.advance(12_000);
    isDeaf = true;
    const asked = countOf(on, 'SystemConfigPara');
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS - 1);
    expect(shown(on)).toBe('Pending 100');
    on.clock.advance(1);
    expect(shown(on)).toBe('Pending 0');
    on.clock.advance(60_000);
    expect(shown(on)).toMatch(/ 0$/);
    expect(countOf(on, 'SystemConfigPara')).toBe(asked); // the order is repeated, nothing is asked
    isDeaf = false;
    on.clock.advance(10_000);
    expect(shown(on)).toBe('Ok 60');
  });

  it('is not known either after a wrong acknowledgement, which ends the order without a second try', () => {
    const on = createAirBench({
      serials: [A],
      answer: ({ request }, serial) =>
        request.kind === 'Retransmit'
          ? []
          : goodAnswer(
              request.kind === 'ActivePowerControl' ? { kind: 'SystemConfigPara', timeS: 0 } : request,
              serial,
            ),
    });
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.clock.advance(WINDOW_MS - 1);
    expect(shown(on)).toBe('Pending 100');
    on.clock.advance(1);
    expect(shown(on)).toBe('Failure 0');
  });

  it('is not known from the first transmission of a restart on, and asked for until it is told', () => {
    let isSilent = false;
    const on = bench(({ kind }) => !isSilent || kind === 'PowerControl');
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.clock.advance(200);
    isSilent = true;
    on.air.setPower(A, 'restart');
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(0);
    expect(shown(on)).toBe('Ok 0');
    on.clock.advance(20);
    expect(on.fleet.find(A)?.power.commandState).toBe('Ok');
    const asked = countOf(on, 'SystemConfigPara');
    on.clock.advance(15_000);
    expect(countOf(on, 'SystemConfigPara')).toBeGreaterThan(asked);
    expect(shown(on)).toBe('Ok 0');
    isSilent = false;
    on.clock.advance(10_000);
    expect(shown(on)).toBe('Ok 100');
  });

  it('is not known either when the restart was not acknowledged: it may have taken place', () => {
    const on = bench(({ kind }) => kind === 'ActivePowerControl');
    on.air.setLimit(A, percent(60));
    on.clock.advance(200);
    on.air.setPower(A, 'restart');
    on.clock.advance(TRANSMISSIONS * WINDOW_MS);
    expect(on.fleet.find(A)?.power.commandState).toBe('Failure');
    expect(shown(on)).toBe('Ok 0');
  });

  it('stays known when the inverter is switched off or on, or misses two polls', () => {
    let isAwake = true;
    const on = bench(() => isAwake);
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.air.setPower(A, 'off');
    on.air.setPower(A, 'on');
    on.clock.advance(1000);
    isAwake = false;
    on.clock.advance(10_002);
    expect(on.fleet.find(A)?.missedPolls).toBe(2);
    isAwake = true;
    const asked = countOf(on, 'SystemConfigPara');
    on.clock.advance(60_000);
    expect(shown(on)).toBe('Ok 60');
    expect(countOf(on, 'SystemConfigPara')).toBe(asked);
  });

  it('of an inverter that comes back is asked for in the very turn in which it answers', () => {
    let isAwake = true;
    const on = bench(() => isAwake);
    on.air.start();
    on.clock.advance(12_000);
    on.air.setLimit(A, percent(60));
    on.clock.advance(3000);
    isAwake = false;
    on.clock.advance(20_000);
    expect(on.fleet.inverters().map(isReachable)).toEqual([false]);
    const asked = countOf(on, 'SystemConfigPara');
    isAwake = true;
    const seen = new Set<string | undefined>();
    on.fleet.onChange(() => seen.add(shown(on)));
    on.clock.advance(DTU.dtu_pollinterval * 1000 + 100);
    expect(countOf(on, 'SystemConfigPara')).toBe(asked + 1);
    expect([...seen]).toEqual(['Ok 0', 'Ok 100']); // back, read
  });

  it('that is being read when another is ordered does not undo the order', () => {
    let isReading = false;
    const on = bench(({ kind }) => {
      isReading ||= kind === 'SystemConfigPara';
      return true;
    });
    on.air.start();
    while (!isReading) on.clock.advance(1);
    on.air.setLimit(A, percent(60));
    on.clock.advance(20);
    expect(shown(on)).toBe('Pending 100');
    on.clock.advance(21);
    expect(shown(on)).toBe('Ok 60');
    on.clock.advance(60_000);
    expect(shown(on)).toBe('Ok 60');
  });

  it('is not confirmed by a second copy of the acknowledgement of the order before', () => {
    const on = bench((request) => request.kind === 'ActivePowerControl' && request.limit === 60);
    const [copy] = goodAnswer({ kind: 'ActivePowerControl', limit: 60, limitType: 1 }, A);
    if (copy === undefined) throw new Error('no acknowledgement');
    on.air.setLimit(A, percent(60));
    on.clock.advance(0);
    on.air.setLimit(A, percent(30));
    on.clock.advance(20);
    expect(shown(on)).toBe('Pending 60');
    for (let copies = 0; copies < 40; copies++) {
      on.clock.advance(1);
      on.radio.deliver(copy);
    }
    on.clock.advance(200);
    expect(sentLimits(on)).toEqual([600, 300]);
    expect(shown(on)).toBe('Pending 60');
  });
});
