import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLog, type LogFacts, type LogLevel } from './log.ts';
import { Secret } from './secret.ts';

/** What no line of the product says. */
const odd = (facts: object) => facts as LogFacts;

function logging(level: LogLevel) {
  const lines: string[] = [];
  return { lines, log: createLog({ level, writeLine: (line) => lines.push(line) }) };
}

describe('the log', () => {
  it('writes one readable line for each event', () => {
    const { lines, log } = logging('info');
    log.info('Poll failed.', { serial: '116180400144', count: 5 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z info {2}Poll failed\. serial="116180400144" count=5$/,
    );
  });

  it('keeps its level', () => {
    const { lines, log } = logging('warn');
    for (const level of ['error', 'warn', 'info', 'debug', 'trace'] as const) log[level](level);
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(['error', 'warn']);
    expect(log.isEnabled('warn')).toBe(true);
    expect(log.isEnabled('info')).toBe(false);
    const silent = logging('silent');
    silent.log.error('x');
    expect(silent.lines).toEqual([]);
  });

  it('stays one line, and steers no terminal, whatever it is told', () => {
    const { lines, log } = logging('info');
    log.info('a\r\nb\u001b[31m', { reason: 'c\nd\u2028e\u0007\u009b\u202e\u2066\ud800' });
    log.info('roof\u202efoor \ufeff\udc00');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\ufeff]/u);
    expect(lines[1]).toContain('roof\\u202efoor');
    expect(lines[0]).toContain('a\\u000d\\u000ab');
  });

  it('never shows a secret', () => {
    const { lines, log } = logging('trace');
    const secret = new Secret('canary');
    log.info(
      `text ${secret}`,
      odd({
        secret,
        nested: { secret },
        password: 'canary',
        authorization: 'Basic canary',
        headers: { authorization: 'canary', cookie: 'canary' },
      }),
    );
    expect(lines.join()).not.toContain('canary');
    expect(lines.join()).toContain('[secret]');
    for (const text of [
      inspect(secret),
      JSON.stringify({ secret }),
      `${secret}`,
      inspect({ secret }, { depth: 9 }),
    ]) {
      expect(text).not.toContain('canary');
    }
    expect(secret.reveal()).toBe('canary');
  });

  it('keeps facts apart from its own words', () => {
    const { lines, log } = logging('info');
    log.info('Clock.', odd({ level: 'high', time: 1, msg: 'x', facts: { a: 1 } }));
    expect(lines[0]).toMatch(/^\d{4}-\S+Z info {2}Clock\. level="high" time=1 msg="x" facts=\{"a":1\}$/);
  });

  it('takes what is odd, cuts what is long', () => {
    const { lines, log } = logging('info');
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const trap = {
      get x(): never {
        throw new Error('no');
      },
    };
    log.info(
      'Odd.',
      odd({ circle, trap, big: 10n, bytes: Buffer.from('canary'), f: () => 1, none: undefined }),
    );
    expect(lines[0]).toContain('[too deep]');
    expect(lines[0]).toContain('trap="[unreadable]" big="10" bytes="[6 bytes]" f="[function]"');
    log.info('x'.repeat(100_000), { reason: '\u0000'.repeat(9_000) });
    expect(lines[1]?.length).toBeLessThan(13_000);
    expect(lines).toHaveLength(2);
  });

  it('tells the message of an error and keeps its stack', () => {
    const { lines, log } = logging('info');
    log.error('It broke.', { error: new Error('no disk') });
    expect(lines[0]).toContain('error="no disk"');
    expect(lines[0]).not.toContain('log.test.ts');
  });
});

describe('a listener of the log', () => {
  it('gets every line of every level without the time, whatever the level of the log', () => {
    const { lines, log } = logging('warn');
    const heard: string[] = [];
    log.onLine((line) => heard.push(line));
    for (const level of ['error', 'warn', 'info', 'debug', 'trace'] as const) log[level](level, { count: 1 });
    expect(heard).toEqual([
      'error error count=1',
      'warn  warn count=1',
      'info  info count=1',
      'debug debug count=1',
      'trace trace count=1',
    ]);
    expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual(heard.slice(0, 2));
  });

  it('is the only reason to make lines below the level', () => {
    const { log } = logging('silent');
    let made = 0;
    const fact = {
      toJSON: () => {
        made += 1;
        return 'text';
      },
    };
    log.error('x', { reason: fact });
    expect([log.isEnabled('error'), made]).toEqual([false, 0]);
    const heard: string[] = [];
    const ends = [log.onLine((line) => heard.push(line)), log.onLine(() => undefined)];
    log.trace('x', { reason: fact });
    expect([log.isEnabled('trace'), made, heard.length]).toEqual([true, 1, 1]);
    ends[0]?.();
    expect(log.isEnabled('trace')).toBe(true);
    ends[1]?.();
    log.error('x', { reason: fact });
    expect([log.isEnabled('error'), made, heard.length]).toEqual([false, 1, 1]);
  });

  it('without a login gets lines without what is private, and without what nobody has thought of', () => {
    const { log } = logging('silent');
    const [whole, shown]: [string[], string[]] = [[], []];
    const ends = [log.onLine((line) => whole.push(line)), log.onPublicLine((line) => shown.push(line))];
    const facts = {
      server: 'nas.smith.test',
      port: 1883,
      address: '192.0.2.7',
      error: new Error('ENOTFOUND nas'),
    };
    log.warn(
      'No connection.',
      odd({ ...facts, serial: '116180400144', user: 'john', name: { deep: 'john' } }),
    );
    expect(whole).toEqual([
      'warn  No connection. server="nas.smith.test" port=1883 address="192.0.2.7" error="ENOTFOUND nas" ' +
        'serial="116180400144" user="john" name={"deep":"john"}',
    ]);
    const mask = '"••••••••"';
    expect(shown).toEqual([
      `warn  No connection. server=${mask} port=1883 address=${mask} error=${mask} ` +
        `serial="116180400144" user=${mask} name=${mask}`,
    ]);
    ends[0]?.();
    expect(log.isEnabled('trace')).toBe(true);
    ends[1]?.();
    expect(log.isEnabled('error')).toBe(false);
  });
});

describe('the levels of the parts', () => {
  const LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;

  function everything(levels: Parameters<ReturnType<typeof logging>['log']['setLevels']>[0]) {
    const { log, lines } = logging('trace');
    const heard: string[] = [];
    log.onLine((line) => heard.push(line));
    log.setLevels(levels);
    for (const part of [log, log.module('radio')]) {
      for (const level of LEVELS) part[level](`${part === log ? 'gateway' : 'radio'} ${level}`);
    }
    expect(lines.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual(heard);
    const told = (name: string) => heard.filter((line) => line.includes(`${name} `)).length;
    const enabled = LEVELS.filter((level) => log.module('radio').isEnabled(level)).length;
    return [told('gateway'), told('radio'), enabled];
  }

  it.each([
    [0, undefined, [0, 0, 0]],
    [2, undefined, [2, 2, 2]],
    [5, undefined, [5, 5, 5]],
    [5, 1, [5, 1, 1]],
    [1, 4, [1, 4, 4]],
    [3, 0, [3, 0, 0]],
    [3, -1, [3, 3, 3]],
  ])('tell of %d for all and %s for the radio so many lines: %j', (all, radio, expected) => {
    const modules = radio === undefined ? [] : [{ name: 'radio', level: radio }];
    expect(everything({ default: all, modules })).toEqual(expected);
  });

  it('do not bring more to the output than was asked for at the start', () => {
    const { log, lines } = logging('warn');
    log.setLevels({ default: 5, modules: [{ name: 'radio', level: 5 }] });
    log.module('radio').info('not wanted');
    log.module('radio').warn('wanted');
    expect(lines).toHaveLength(1);
  });
});
