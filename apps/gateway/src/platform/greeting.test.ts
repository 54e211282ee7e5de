import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { type GreetingFacts, greeting } from './greeting.ts';
import { Secret } from './secret.ts';

const RUNNING: GreetingFacts = {
  ...{ port: 8080, userName: 'admin', defaultPassword: undefined, isPasswordNew: false },
  ...{ firstCode: undefined, recovery: undefined },
};

function linesOf(args: readonly string[], newPassword?: Secret, running: Partial<GreetingFacts> = {}) {
  const commandLine = readCommandLine({
    ...{ args, environment: {}, readTextFile: () => '', realPath: (path) => path },
    ...{ scenarios: { simple: 'A roof' }, defaultScenario: 'simple' },
  });
  if (commandLine === 'help') throw new Error('no start');
  const told = { dataFolder: '/srv/data', title: 'A roof', newPassword };
  return greeting({ ...RUNNING, ...running }, commandLine, told);
}

describe('what the gateway tells where it was started', () => {
  it('names one password: the new one, where the admin got one', () => {
    const lines = linesOf(['--reset-password'], new Secret('abcd-efgh-2345'));
    expect(lines.filter((line) => /password/i.test(line))).toEqual([
      '  Login:        user admin, new password abcd-efgh-2345 (please change it on the page Security)',
    ]);
  });

  it('never tells a password that somebody chose', () => {
    expect(linesOf([])).toContain('  Login:        user admin, with the password you chose');
    const first = linesOf(['--first-password', 'my own words'], undefined, { isPasswordNew: true });
    expect(first).toContain('  Login:        user admin, with the first password you gave');
    expect(first.join()).not.toContain('my own words');
  });
});
