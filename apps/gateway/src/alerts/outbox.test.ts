import type { AlertChannel, AlertProblem } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import type { AlertMessage } from './alert.ts';
import type { Notice } from './compose.ts';
import { createOutbox, readQueues } from './outbox.ts';

const channel = (id: string, change: Partial<AlertChannel> = {}): AlertChannel => ({
  ...{ id, name: id, kind: 'webhook', enabled: true, severity: 'note', address: 'http://x', port: 465 },
  ...{ security: 'tls', user: '', secret: '', target: '', sender: '', template: '', ...change },
});
const message = (title: string): AlertMessage => ({
  ...{ title, text: '', severity: 'note', rule: 'several', state: 'note', atS: 0 },
});
const opened = (alert: string, atS: number): Notice => ({ kind: 'opened', alert, atS });

const TURN_MS = 20_000;

interface Taken {
  readonly channel: string;
  readonly title: string;
  readonly minute: number;
}

/** An outbox over a day that a test makes pass, and channels that answer as it wants. */
function prepared(
  channels: readonly AlertChannel[],
  answer: (channel: string) => Promise<AlertProblem | undefined>,
  options: { readonly isQuiet?: () => boolean; readonly remembered?: unknown } = {},
) {
  const clock = createVirtualClock(Date.UTC(2026, 5, 21, 8));
  const taken: Taken[] = [];
  const tries: Taken[] = [];
  const givenUp: string[] = [];
  const nowS = () => Math.floor(clock.unixMs() / 1000);
  const outbox = createOutbox({
    remembered: readQueues(options.remembered),
    nowMs: clock.monotonicMs,
    today: () => new Date(clock.unixMs()).toISOString().slice(0, 10),
    ...{ nowS, isQuiet: options.isQuiet ?? (() => false), maxADay: () => 3 },
    compose: (notices) => message(notices.map((one) => ('alert' in one ? one.alert : one.kind)).join()),
    enough: () => message('enough'),
    async send({ id }, { title }) {
      const entry = { channel: id, title, minute: clock.monotonicMs() / 60_000 };
      tries.push(entry);
      const problem = await answer(id);
      if (problem === undefined) taken.push(entry);
      return problem;
    },
    onSent: () => undefined,
    onGivenUp: (id, notices) => givenUp.push(`${id} ${notices.length}`),
    onChange: () => undefined,
  });
  outbox.configure(channels);
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += TURN_MS) {
      outbox.turn();
      await clock.advanceAsync(TURN_MS);
    }
  }
  return { clock, outbox, taken, tries, givenUp, nowS, pass };
}

const HOUR_MS = 3_600_000;
const titles = (list: readonly Taken[]) => list.map(({ title }) => title);

describe('what is to be sent', () => {
  it('goes out once, together with what came with it', async () => {
    const { outbox, taken, nowS, pass } = prepared([channel('a'), channel('b')], async () => undefined);
    for (const id of ['a', 'b']) for (const alert of ['one', 'two']) outbox.add(id, opened(alert, nowS()));
    await pass(HOUR_MS);
    expect(taken.map(({ channel: id, title }) => `${id} ${title}`)).toEqual(['a one,two', 'b one,two']);
    expect(outbox.states().map(({ sentToday, notices }) => [sentToday, notices.length])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('waits for no channel that hangs', async () => {
    const never = new Promise<undefined>(() => undefined);
    const { outbox, taken, nowS, pass } = prepared([channel('hangs'), channel('works')], (id) =>
      id === 'hangs' ? never : Promise.resolve(undefined),
    );
    for (const id of ['hangs', 'works']) outbox.add(id, opened('one', nowS()));
    await pass(HOUR_MS);
    expect(taken.map(({ channel: id }) => id)).toEqual(['works']);
  });

  it('is tried with longer and longer pauses for a day of failures, shown meanwhile, and lost by none of them', async () => {
    let problem: AlertProblem | undefined = 'fault';
    const { outbox, taken, tries, nowS, pass } = prepared([channel('a')], async () => problem);
    outbox.add('a', opened('one', nowS()));
    await pass(24 * HOUR_MS);
    expect(tries.length).toBeGreaterThan(20);
    expect(tries.length).toBeLessThan(32);
    expect(outbox.states()).toMatchObject([{ problem: 'fault', hold: 'retry', notices: [{ alert: 'one' }] }]);
    outbox.add('a', opened('two', nowS()));
    problem = undefined;
    await pass(2 * HOUR_MS);
    expect(titles(taken)).toEqual(['one,two']);
    expect(outbox.states()).toMatchObject([{ problem: undefined, notices: [] }]);
  });

  it('is given up after two days, and that is told', async () => {
    const { outbox, givenUp, tries, nowS, pass } = prepared([channel('a')], async () => 'unreachable');
    outbox.add('a', opened('one', nowS()));
    await pass(50 * HOUR_MS);
    expect(givenUp).toEqual(['a 1']);
    const count = tries.length;
    await pass(5 * HOUR_MS);
    expect(tries).toHaveLength(count);
  });

  it('is tried at once when its owner has changed the channel', async () => {
    let problem: AlertProblem | undefined = 'login';
    const { outbox, taken, nowS, pass } = prepared([channel('a')], async () => problem);
    outbox.add('a', opened('one', nowS()));
    await pass(12 * HOUR_MS);
    problem = undefined;
    outbox.configure([channel('a', { secret: 'right' })]);
    outbox.turn();
    await pass(TURN_MS);
    expect(titles(taken)).toEqual(['one']);
  });

  it('is held back while it is quiet, and comes as one message after it', async () => {
    let isQuiet = true;
    const { outbox, taken, nowS, pass } = prepared([channel('a')], async () => undefined, {
      isQuiet: () => isQuiet,
    });
    for (const alert of ['one', 'two', 'three']) {
      outbox.add('a', opened(alert, nowS()));
      await pass(HOUR_MS);
    }
    expect(taken).toEqual([]);
    expect(outbox.states()[0]?.hold).toBe('quiet');
    isQuiet = false;
    await pass(HOUR_MS);
    expect(titles(taken)).toEqual(['one,two,three']);
  });

  it('is a few messages a day, then one that there is more, and the rest the next day', async () => {
    const { outbox, taken, nowS, pass } = prepared([channel('a')], async () => undefined);
    for (let index = 1; index <= 6; index += 1) {
      outbox.add('a', opened(String(index), nowS()));
      await pass(HOUR_MS);
    }
    expect(titles(taken)).toEqual(['1', '2', '3', 'enough']);
    expect(outbox.states()).toMatchObject([{ hold: 'limit', notices: [{}, {}, {}] }]);
    await pass(12 * HOUR_MS);
    expect(titles(taken)).toEqual(['1', '2', '3', 'enough', '4,5,6']);
  });

  it('is an example also while it is quiet, and counts for nothing', async () => {
    const { outbox, taken, nowS, pass } = prepared([channel('a')], async () => undefined, {
      isQuiet: () => true,
    });
    outbox.add('a', opened('one', nowS()));
    for (let index = 0; index < 5; index += 1) {
      outbox.add('a', { kind: 'example', rule: 'meter', atS: nowS() });
      await pass(TURN_MS);
    }
    expect(titles(taken)).toEqual(Array(5).fill('example'));
    expect(outbox.states()).toMatchObject([{ sentToday: 0, notices: [{ alert: 'one' }] }]);
  });

  it('that was an example and failed is told as that, promises no next try, and lets nothing else wait', async () => {
    let problem: AlertProblem | undefined = 'login';
    const { outbox, taken, tries, nowS, pass } = prepared([channel('a')], async () => problem);
    for (let index = 0; index < 5; index += 1) {
      outbox.add('a', { kind: 'example', rule: 'meter', atS: nowS() });
      await pass(TURN_MS);
    }
    expect(tries).toHaveLength(5);
    const failed = { problem: 'login', isOfExample: true, nextMs: undefined, hold: undefined, notices: [] };
    expect(outbox.states()).toMatchObject([failed]);
    expect(readQueues(outbox.memory())).toMatchObject([{ problem: 'login', isOfExample: true }]);
    problem = undefined;
    outbox.add('a', opened('one', nowS()));
    await pass(TURN_MS);
    expect(titles(taken)).toEqual(['one']);
    expect(outbox.states()).toMatchObject([{ problem: undefined, isOfExample: false }]);
  });

  it('is bounded: the oldest goes first', async () => {
    const { outbox, givenUp, nowS, pass } = prepared([channel('a')], async () => 'unreachable');
    for (let index = 0; index < 550; index += 1) outbox.add('a', opened(String(index), nowS()));
    await pass(HOUR_MS);
    expect(outbox.states()[0]?.notices).toHaveLength(500);
    expect(outbox.states()[0]?.notices[0]).toMatchObject({ alert: '50' });
    expect(givenUp).toHaveLength(50);
  });

  it('is there after a restart', async () => {
    const { outbox, nowS, pass } = prepared([channel('a')], async () => 'timeout');
    outbox.add('a', opened('one', nowS()));
    await pass(HOUR_MS);
    const remembered: unknown = JSON.parse(JSON.stringify(outbox.memory()));
    const again = prepared([channel('a')], async () => undefined, { remembered });
    expect(again.outbox.states()).toMatchObject([{ problem: 'timeout', notices: [{ alert: 'one' }] }]);
    await again.pass(TURN_MS);
    expect(titles(again.taken)).toEqual(['one']);
  });

  it('is not taken back by another channel of the same id that is switched off and on', async () => {
    const { outbox, nowS } = prepared([channel('a')], async () => 'timeout');
    outbox.add('a', opened('one', nowS()));
    outbox.configure([channel('a', { enabled: false })]);
    outbox.configure([channel('a')]);
    expect(outbox.states()).toMatchObject([{ notices: [] }]);
  });

  it('goes only where it is wanted', () => {
    const { outbox } = prepared(
      [channel('all'), channel('worst', { severity: 'urgent' }), channel('off', { enabled: false })],
      async () => undefined,
    );
    expect(outbox.channelsFor('note')).toEqual(['all']);
    expect(outbox.channelsFor('urgent')).toEqual(['all', 'worst']);
  });
});
