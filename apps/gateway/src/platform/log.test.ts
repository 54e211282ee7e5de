import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLog, type LogLevel } from './log.ts';
import { Secret } from './secret.ts';

function logging(level: LogLevel) {
  const lines: string[] = [];
  return { lines, log: createLog({ level, writeLine: (line) => lines.push(line) }) };
}

describe('the log', () => {
  it('writes one readable line for each event', () => {
    const { lines, log } = logging('info');
    log.info('Poll failed.', { serial: '116180400144', tries: 5 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z info {2}Poll failed\. serial="116180400144" tries=5$/,
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
    log.info('a\r\nb\u001b[31m', { name: 'c\nd\u2028e\u0007\u009b' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(lines[0]).toContain('a\\u000d\\u000ab');
  });

  it('never shows a secret', () => {
    const { lines, log } = logging('trace');
    const secret = new Secret('canary');
    log.info(`text ${secret}`, {
      secret,
      nested: { secret },
      password: 'canary',
      authorization: 'Basic canary',
      headers: { authorization: 'canary', cookie: 'canary' },
    });
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

  it('tells the message of an error and keeps its stack', () => {
    const { lines, log } = logging('info');
    log.error('It broke.', { error: new Error('no disk') });
    expect(lines[0]).toContain('error="no disk"');
    expect(lines[0]).not.toContain('log.test.ts');
  });
});
