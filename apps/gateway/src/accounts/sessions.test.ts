import { timezoneOf } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import { createDeviceClock } from '../platform/device-clock.ts';
import { createLog } from '../platform/log.ts';
import { openSessions } from './sessions.ts';

const PHONE = { userName: 'admin', address: '192.168.1.20', agent: 'Phone' };
const days = (count: number) => count * 86_400_000;

/** One run of a gateway over a disk that outlives it; each random byte is the number of bytes asked for before. */
async function run({
  disk = createCrashDisk() as CrashDisk,
  clock = createVirtualClock(),
  isClockSet = true,
} = {}) {
  const logLines: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => logLines.push(line) });
  const deviceClock = createDeviceClock({ clock, startSet: isClockSet, timezone: timezoneOf('UTC0') });
  let count = 0;
  let passwordHash = '$scrypt$1';
  const sessions = await openSessions({
    ...{ clock, deviceClock, directory: disk, log },
    passwordHashOf: (userName) => `${passwordHash} of ${userName}`,
    randomBytes: (length) => Uint8Array.from({ length }, () => Math.floor(++count * 97.13) % 256),
  });
  const ended: string[] = [];
  sessions.onEnd((id) => ended.push(id));
  const logIn = async (login = PHONE) => {
    const { session, token } = await sessions.begin(login);
    return { id: session.id, token: token.reveal() };
  };
  const setPassword = () => {
    passwordHash = '$scrypt$2';
  };
  return { disk, clock, deviceClock, sessions, ended, logIn, logLines, setPassword };
}

async function fileOf(disk: CrashDisk): Promise<string> {
  return new TextDecoder().decode(await disk.read('sessions.json'));
}

describe('a session', () => {
  it('is known by its token, and to nobody who reads the data folder', async () => {
    const { sessions, logIn, disk, clock } = await run();
    const { id, token } = await logIn();
    expect(token).toMatch(/^hgs_[\w-]{43}$/);
    expect(sessions.find(token)).toEqual({
      ...PHONE,
      id,
      beganAtMs: clock.unixMs(),
      usedAtMs: clock.unixMs(),
      isFresh: true,
    });
    expect(sessions.find(`${token}x`)).toBeUndefined();
    expect(sessions.find('openDTU42')).toBeUndefined();
    expect(await fileOf(disk)).toContain(id);
    expect(await fileOf(disk)).not.toContain(token);
  });

  it('ends when its user has not come for a month, and goes on for who comes', async () => {
    const { sessions, clock, logIn, ended } = await run();
    const [idle, used] = [await logIn(), await logIn()];
    clock.advance(days(29));
    expect(sessions.find(used.token)).toBeDefined();
    clock.advance(days(2));
    expect(sessions.find(used.token)).toBeDefined();
    expect(sessions.find(idle.token)).toBeUndefined();
    expect(sessions.all().map(({ id }) => id)).toEqual([used.id]);
    expect(ended).toEqual([idle.id]);
  });

  it('ends after half a year, however often its user comes', async () => {
    const { sessions, clock, logIn } = await run();
    const { token } = await logIn();
    for (let week = 0; week < 25; week += 1) {
      clock.advance(days(7));
      expect(sessions.find(token)).toBeDefined();
    }
    clock.advance(days(6));
    expect(sessions.find(token)).toBeUndefined();
  });

  it('can be ended by its id, and then nobody has it', async () => {
    const { sessions, logIn, ended, disk } = await run();
    const { id, token } = await logIn();
    expect(await sessions.end('another')).toBe(false);
    expect(await sessions.end(id)).toBe(true);
    expect(sessions.find(token)).toBeUndefined();
    expect(ended).toEqual([id]);
    expect(await fileOf(disk)).not.toContain(id);
  });

  it('is over with the password that it began with, also where nobody was told of the change', async () => {
    const first = await run();
    const { token } = await first.logIn();
    first.setPassword();
    expect(first.sessions.all()).toEqual([]);
    first.sessions.endOutdated();
    expect(first.ended).toHaveLength(1);
    const later = await run({ disk: first.disk, clock: first.clock });
    expect(later.sessions.find(token)).toBeDefined();
    later.setPassword();
    expect(later.sessions.find(token)).toBeUndefined();
    expect(later.ended).toHaveLength(1);
  });

  it('that was used longest ago gives way to the sixty-fifth', async () => {
    const { sessions, logIn } = await run();
    const first = await logIn();
    const second = await logIn();
    for (let count = 2; count < 64; count += 1) await logIn();
    sessions.find(first.token);
    await logIn();
    expect(sessions.all()).toHaveLength(64);
    expect(sessions.find(first.token)).toBeDefined();
    expect(sessions.find(second.token)).toBeUndefined();
  });
});

describe('sessions over a restart of the gateway', () => {
  it('go on, and their time went on meanwhile', async () => {
    const first = await run();
    const { id, token } = await first.logIn();
    first.clock.advance(days(10));
    first.sessions.find(token);
    await first.sessions.close();
    first.clock.advance(days(20));
    const second = await run({ disk: first.disk, clock: first.clock });
    expect(second.sessions.all().map((session) => session.id)).toEqual([id]);
    await second.sessions.close();
    first.clock.advance(days(11));
    const third = await run({ disk: first.disk, clock: first.clock });
    expect(third.sessions.all()).toEqual([]);
    expect(third.sessions.find(token)).toBeUndefined();
  });

  it('go on where a clock is set only later, whatever it says then', async () => {
    const first = await run({ isClockSet: false });
    const { token } = await first.logIn();
    expect(first.sessions.all()[0]).toMatchObject({ beganAtMs: 0, usedAtMs: 0 });
    first.deviceClock.set(Date.UTC(2030, 0, 1));
    expect(first.sessions.find(token)).toMatchObject({ usedAtMs: Date.UTC(2030, 0, 1) });
    await first.sessions.close();
    const again = await run({ disk: first.disk, clock: first.clock });
    expect(again.sessions.find(token)).toBeDefined();
  });

  it('are over where the file is forgotten or damaged', async () => {
    const first = await run();
    const { token } = await first.logIn();
    await first.sessions.forget();
    expect(first.sessions.find(token)).toBeDefined();
    expect((await run({ disk: first.disk })).sessions.find(token)).toBeUndefined();
    await first.disk.write('sessions.json', new TextEncoder().encode('{"sessions":7}'));
    const again = await run({ disk: first.disk });
    expect(again.sessions.all()).toEqual([]);
    expect(again.logLines.join()).toContain('everybody has to log in again');
  });

  it('leave out what makes no sense', async () => {
    const first = await run();
    const { id } = await first.logIn();
    await first.sessions.close();
    const { sessions } = JSON.parse(await fileOf(first.disk));
    const damaged = [null, { ...sessions[0], digest: 7 }, { ...sessions[0], lifeLeftMs: 'x' }, sessions[0]];
    await first.disk.write('sessions.json', new TextEncoder().encode(JSON.stringify({ sessions: damaged })));
    const again = await run({ disk: first.disk, clock: first.clock });
    expect(again.sessions.all().map((session) => session.id)).toEqual([id]);
  });
});
