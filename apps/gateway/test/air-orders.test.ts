import type { DecodedRequest, Request } from '@heliograph/protocol';
import { createAirTestbed, goodAnswer } from '@heliograph/testbed/radio/air-testbed.ts';
import { describe, expect, it } from 'vitest';
import {
  A,
  B,
  createOrderTestbed,
  limitOf,
  manySerials,
  percent,
  sentLimits,
  shown,
  TRANSMISSIONS,
  WINDOW_MS,
} from './order-testbed.ts';

describe('the warning of a full queue', () => {
  it('names the inverter, and is written once a minute', () => {
    const serials = manySerials(24);
    const on = createOrderTestbed(() => false, serials);
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
    const on = createOrderTestbed((_, serial) => serial !== A || isAwake, [A, B]);
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
    expect(on.fleet.find(B)?.readingAtMs).toBeDefined();
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
  return { on: createAirTestbed({ serials: [A], answer }), held };
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
