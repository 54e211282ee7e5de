import {
  type CommandKind,
  decodeFragment,
  encodeAnswer,
  encodeControlAnswer,
  encodeSystemConfig,
  type Fragment,
} from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { createExchange, type Exchange, type ExchangeStep } from './exchange.ts';

const LINK = { inverterSerial: '116181234567', dtuSerial: '199980112345' };

function fragmentOf(packet: Uint8Array): Fragment {
  const result = decodeFragment(packet);
  if (!result.ok) throw new Error(result.reason);
  return result.fragment;
}

/** The fragments of an answer of 40 bytes (three fragments), each byte `value`. */
function answer(value = 7): readonly Fragment[] {
  return encodeAnswer(new Uint8Array(40).fill(value), LINK).map(fragmentOf);
}

interface Options {
  readonly kind?: CommandKind;
  readonly waitFullWindow?: boolean;
  readonly read?: (payload: Uint8Array) => number | undefined;
}

/** An exchange whose payloads of 40 bytes are taken, by their first byte, and whose others are refused. */
function exchange({ kind = 'RealTimeRunData', waitFullWindow = false, read = firstOf40 }: Options = {}) {
  const running = createExchange({ kind, waitFullWindow });
  const judged = (step: ExchangeStep) => {
    if (step.kind !== 'payload') return step;
    const answer = read(step.payload);
    return answer === undefined ? running.refused() : { kind: 'answered', answer };
  };
  return {
    start: () => judged(running.start()),
    hear: (fragment: Fragment) => judged(running.hear(fragment)),
    windowOver: () => judged(running.windowOver()),
  } satisfies { [Key in keyof Exchange]?: unknown };
}

const firstOf40 = (payload: Uint8Array) => (payload.length === 40 ? payload[0] : undefined);

const WAIT = { kind: 'wait' };
const gaveUp = (reason: string) => ({ kind: 'gave-up', reason });
const request = (attempt: number, windowMs = 200) => ({ kind: 'transmit-request', attempt, windowMs });
const retransmit = (index: number) => ({ kind: 'transmit-retransmit', index, windowMs: 100 });
const answered = (value: number) => ({ kind: 'answered', answer: value });
const [first, second, third] = answer() as [Fragment, Fragment, Fragment];

describe('the wait for an answer', () => {
  it.each<[CommandKind, number]>([
    ['RealTimeRunData', 200],
    ['AlarmData', 600],
    ['DevInfoAll', 200],
    ['DevInfoSimple', 200],
    ['SystemConfigPara', 200],
    ['ActivePowerControl', 2000],
    ['PowerControl', 2000],
  ])('of %s takes %d ms', (kind, windowMs) => {
    expect(exchange({ kind }).start()).toEqual(request(1, windowMs));
  });

  it('ends with the last fragment that is missing, in whatever order they come', () => {
    const running = exchange();
    running.start();
    expect(running.hear(third)).toEqual(WAIT);
    expect(running.hear(first)).toEqual(WAIT);
    expect(running.hear(first)).toEqual(WAIT);
    expect(running.hear(second)).toEqual(answered(7));
  });

  it('lasts to its end where that is wanted', () => {
    const running = exchange({ waitFullWindow: true });
    running.start();
    for (const fragment of answer()) expect(running.hear(fragment)).toEqual(WAIT);
    expect(running.windowOver()).toEqual(answered(7));
  });
});

describe('when nothing is received', () => {
  it('the request is sent five times in all', () => {
    const running = exchange();
    expect(running.start()).toEqual(request(1));
    for (const attempt of [2, 3, 4, 5]) expect(running.windowOver()).toEqual(request(attempt));
    expect(running.windowOver()).toEqual(gaveUp('no-answer'));
  });

  it('the answer to a later attempt is as good', () => {
    const running = exchange();
    running.start();
    running.windowOver();
    running.hear(first);
    running.hear(second);
    expect(running.hear(third)).toEqual(answered(7));
  });

  it('a fragment without a number is nothing', () => {
    const running = exchange();
    running.start();
    running.hear({ ...first, index: 0, isLast: true });
    expect(running.windowOver()).toEqual(request(2));
  });
});

describe('when fragments are missing', () => {
  it('the one after the highest is asked for while the last is not known', () => {
    const running = exchange();
    running.start();
    running.hear(first);
    expect(running.windowOver()).toEqual(retransmit(2));
    running.hear(second);
    expect(running.windowOver()).toEqual(retransmit(3));
    expect(running.hear(third)).toEqual(answered(7));
  });

  it('the lowest is asked for when the last is known', () => {
    const running = exchange();
    running.start();
    running.hear(third);
    expect(running.windowOver()).toEqual(retransmit(1));
    running.hear(first);
    expect(running.windowOver()).toEqual(retransmit(2));
    expect(running.hear(second)).toEqual(answered(7));
  });

  it('five are asked for in all, whichever they are', () => {
    const running = exchange();
    running.start();
    running.hear(third);
    for (let count = 0; count < 3; count++) expect(running.windowOver()).toEqual(retransmit(1));
    running.hear(first);
    for (let count = 0; count < 2; count++) expect(running.windowOver()).toEqual(retransmit(2));
    expect(running.windowOver()).toEqual(gaveUp('fragments-missing'));
  });

  it('five may be asked for even after four repetitions of the whole request', () => {
    const running = exchange();
    running.start();
    for (let count = 0; count < 4; count++) running.windowOver();
    running.hear(first);
    running.hear(third);
    for (let count = 0; count < 5; count++) expect(running.windowOver()).toEqual(retransmit(2));
    expect(running.windowOver()).toEqual(gaveUp('fragments-missing'));
  });
});

describe('when the checksum over all fragments is wrong', () => {
  const broken = { ...second, body: second.body.map((byte) => byte ^ 0x01) };

  it('we give up when the window is over, without a repetition', () => {
    const running = exchange();
    running.start();
    for (const fragment of [first, broken, third]) expect(running.hear(fragment)).toEqual(WAIT);
    expect(running.windowOver()).toEqual(gaveUp('bad-checksum'));
  });

  it('a fragment that comes again in time mends it', () => {
    const running = exchange();
    running.start();
    for (const fragment of [first, broken, third]) running.hear(fragment);
    expect(running.hear(second)).toEqual(answered(7));
  });
});

describe('an answer to another command', () => {
  const foreign = encodeAnswer(encodeSystemConfig({ limitPercent: 100 }), LINK).map(fragmentOf);

  it.each([false, true])(
    'is as if it had not been heard (wait for the full window: %s)',
    (waitFullWindow) => {
      const running = exchange({ waitFullWindow });
      running.start();
      for (const fragment of foreign) expect(running.hear(fragment)).toEqual(WAIT);
      for (const attempt of [2, 3, 4, 5]) expect(running.windowOver()).toEqual(request(attempt));
      expect(running.windowOver()).toEqual(gaveUp('no-answer'));
    },
  );

  it('that comes first does not spoil the answer that follows', () => {
    const running = exchange();
    running.start();
    for (const fragment of [...foreign, first, second]) expect(running.hear(fragment)).toEqual(WAIT);
    expect(running.hear(third)).toEqual(answered(7));
  });

  it.each([false, true])(
    'leaves nothing behind for ours (wait for the full window: %s)',
    (waitFullWindow) => {
      const longer = encodeAnswer(new Uint8Array(44), LINK).map(fragmentOf);
      const running = exchange({ waitFullWindow });
      running.start();
      for (const fragment of longer) running.hear(fragment);
      if (waitFullWindow) expect(running.windowOver()).toEqual(request(2));
      running.hear(first);
      running.hear(third);
      expect(running.windowOver()).toEqual(retransmit(2));
    },
  );

  it('that is an acknowledgement is not even looked at', () => {
    const running = exchange();
    running.start();
    running.hear(fragmentOf(encodeControlAnswer('ActivePowerControl', LINK)));
    expect(running.windowOver()).toEqual(request(2));
  });
});

describe('a control command', () => {
  const acknowledged = fragmentOf(encodeControlAnswer('ActivePowerControl', LINK));
  const control = (options: Options = {}) =>
    exchange({ kind: 'ActivePowerControl', read: ({ length }) => length, ...options });

  it('is done with its acknowledgement, whose content means nothing', () => {
    const running = control();
    running.start();
    expect(running.hear({ ...acknowledged, body: new Uint8Array([1, 2, 3]) })).toEqual(answered(0));
  });

  it('fails at once on an acknowledgement of another kind', () => {
    const running = control();
    running.start();
    expect(running.hear({ ...acknowledged, mainCommand: 0x95 })).toEqual(WAIT);
    expect(running.windowOver()).toEqual(gaveUp('unexpected-answer'));
  });

  it('is not disturbed by late data fragments when its acknowledgement comes as well', () => {
    const running = control({ waitFullWindow: true });
    running.start();
    for (const fragment of [first, acknowledged, third]) running.hear(fragment);
    expect(running.windowOver()).toEqual(answered(0));
  });

  it('fails without asking again when the acknowledgement has no end', () => {
    const running = control();
    running.start();
    running.hear({ ...acknowledged, isLast: false });
    expect(running.windowOver()).toEqual(gaveUp('fragments-missing'));
  });

  it('is sent five times when nothing comes', () => {
    const running = control();
    expect(running.start()).toEqual(request(1, 2000));
    for (const attempt of [2, 3, 4, 5]) expect(running.windowOver()).toEqual(request(attempt, 2000));
    expect(running.windowOver()).toEqual(gaveUp('no-answer'));
  });
});
