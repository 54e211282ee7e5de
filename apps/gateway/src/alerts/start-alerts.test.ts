import { createServer } from 'node:http';
import type { AlertChannel, AlertProblem, AlertSettings, SourceStatus } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Totals } from '../fleet/totals.ts';
import { createLog } from '../platform/log.ts';
import type { Sections } from '../settings/sections.ts';
import { startAlerts } from './start-alerts.ts';

/** Over a broker, which is reached by whoever starts the alerts: so no network has to keep up with the clock of a test. */
const CHANNEL: AlertChannel = {
  ...{ id: 'mqtt', name: 'MQTT', kind: 'mqtt', enabled: true, severity: 'note', address: '', port: 465 },
  ...{ security: 'tls', user: '', secret: '', target: 'house/alerts', sender: '', template: '' },
};
const channels = [CHANNEL];
const TOTALS: Totals = {
  ...{ standings: [], all: 3, answering: 3, producing: 3, powerW: 900, yieldDayWh: 4321 },
  ...{ yieldTotalKWh: 1, yieldTotalKnown: 1, day: '2026-06-21', isNight: false },
  ...{ asleepUntil: undefined, lastPower: undefined },
};

interface Told {
  readonly title: string;
  readonly message: string;
  readonly state: string;
}

interface World {
  meter: 'none' | 'tells' | 'silent';
  sources: readonly SourceStatus[];
  isClockSet: boolean;
  /** Why the broker takes nothing. */
  problem: AlertProblem | undefined;
}

/** Alerts over a plant that a test changes, from ten in the morning of a Sunday on. */
async function started(
  change: Partial<AlertSettings> = {},
  { disk = createCrashDisk(), lines = [] as string[] } = {},
) {
  const clock = createVirtualClock(Date.UTC(2026, 5, 21, 10));
  const world: World = { meter: 'none', sources: [], isClockSet: true, problem: undefined };
  const told: Told[] = [];
  const listeners = new Set<(value: AlertSettings) => void>();
  let settings: AlertSettings = {
    ...(await firstTestSettings().alerts()),
    quiet_from: 0,
    quiet_to: 0,
    ...change,
  };
  const alerts = await startAlerts({
    settings: {
      get: <S extends keyof Sections>() => settings as Sections[S],
      subscribe: (_section, listener) => {
        listeners.add(listener as (value: AlertSettings) => void);
        return () => undefined;
      },
    },
    ...{ clock, directory: disk, log: createLog({ level: 'trace', writeLine: (line) => lines.push(line) }) },
    deviceClock: { isSet: () => world.isClockSet, unixMs: clock.unixMs, utcOffsetAtS: () => 0 },
    ...{ totals: () => TOTALS, findings: () => [], orders: () => [], sources: () => world.sources },
    ...{ meter: () => world.meter, obstacle: () => undefined, hasBackupFailed: () => false },
    disk: async () => ({ total: 100, used: 10 }),
    isProgramStart: true,
    async publish(topic, payload) {
      if (world.problem === undefined) told.push({ ...JSON.parse(payload), topic });
      return world.problem;
    },
  });
  onTestFinished(() => alerts.stop());
  return {
    ...{ alerts, world, disk, lines, told },
    save(next: Partial<AlertSettings>) {
      settings = { ...settings, ...next };
      for (const listener of listeners) listener(settings);
    },
    pass: (minutes: number) => clock.advanceAsync(minutes * 60_000),
  };
}

const titles = (told: readonly Told[]) => told.map(({ title }) => title);

describe('alerts', () => {
  it('tell in the language of the settings that something is so, and that it is over', async () => {
    const { alerts, world, told, pass } = await started({ channels, language: 'de' });
    await pass(12);
    world.meter = 'silent';
    await pass(9);
    expect(alerts.all()).toEqual([]);
    await pass(3);
    expect(titles(told)).toEqual(['Der Stromzähler meldet nichts']);
    world.meter = 'tells';
    await pass(8);
    expect(titles(told).slice(1)).toEqual(['Vorbei: Der Stromzähler meldet nichts']);
    expect(alerts.all()).toMatchObject([{ rule: 'meter', sent: [{ isSolved: false }, { isSolved: true }] }]);
  });

  it('tell nobody that something is over who has not heard that it began', async () => {
    const { world, told, pass, save } = await started();
    await pass(12);
    world.meter = 'silent';
    await pass(15);
    save({ channels });
    world.meter = 'tells';
    await pass(15);
    expect(told).toEqual([]);
  });

  it('look for nothing while nobody knows the time', async () => {
    const { alerts, world, pass } = await started();
    world.isClockSet = false;
    world.meter = 'silent';
    await pass(60);
    expect([alerts.all(), alerts.hasClock()]).toEqual([[], false]);
  });

  it('work without any channel', async () => {
    const { alerts, world, pass } = await started();
    world.meter = 'silent';
    await pass(15);
    expect(alerts.all()).toMatchObject([{ rule: 'meter', solvedAtS: undefined, sent: [] }]);
    expect(alerts.testRule('meter')).toEqual({ now: ['The power meter tells nothing'], channels: 0 });
  });

  it('go on over a restart: nothing is lost, and nothing is told twice', async () => {
    const before = await started({ channels });
    Object.assign(before.world, { meter: 'silent', problem: 'broker' });
    await before.pass(15);
    expect(before.alerts.channels()).toMatchObject([{ problem: 'broker' }]);
    await before.alerts.stop();
    const after = await started({ channels }, { disk: before.disk });
    after.world.meter = 'silent';
    await after.pass(30);
    expect(titles(after.told)).toEqual(['The power meter tells nothing']);
    await after.alerts.stop();
    const third = await started({ channels }, { disk: before.disk });
    third.world.meter = 'silent';
    await third.pass(30);
    expect(third.told).toEqual([]);
  });

  it('tell that a device was updated, once', async () => {
    const { world, told, pass } = await started({ channels });
    const device: SourceStatus = {
      ...{ id: 'a', name: 'Attic', state: 'live', version: 'v24.2.12', inverters: 1, duplicates: [] },
    };
    world.sources = [device];
    await pass(2);
    world.sources = [{ ...device, state: 'problem', version: '' }];
    await pass(2);
    world.sources = [{ ...device, version: 'v25.5.10' }];
    await pass(30);
    expect(told).toHaveLength(1);
    expect(told).toMatchObject([{ title: 'Attic was updated', state: 'note' }]);
  });

  it('sum up the day, and the week on a Sunday', async () => {
    const daily = { summary: 'daily', summary_minutes: 10 * 60 + 30 } as const;
    const { told, pass, save } = await started({ channels, ...daily });
    await pass(28);
    expect(told).toEqual([]);
    await pass(40);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ title: 'Heliograph: today', state: 'note' });
    expect(told[0]?.message.split('\n')).toEqual([
      'Yield: 4.32 kWh',
      'Inverters that answer: 3 / 3',
      'Nothing is open.',
    ]);
    save({ summary: 'weekly' });
    await pass(6 * 24 * 60 - 120);
    expect(told).toHaveLength(1);
    await pass(26 * 60);
    expect(told).toHaveLength(2);
    expect(told[1]?.title).toBe('Heliograph: the last seven days');
  });

  it('are sent after the quiet hours, which may go over midnight', async () => {
    const quiet = { quiet_from: 9 * 60, quiet_to: 11 * 60 };
    const { alerts, world, told, pass } = await started({ channels, ...quiet });
    world.meter = 'silent';
    await pass(50);
    expect(alerts.channels()).toMatchObject([{ hold: 'quiet' }]);
    expect(told).toEqual([]);
    await pass(15);
    expect(told).toHaveLength(1);
  });

  it('write no secret: neither of a channel, of its address, nor of what it answers', async () => {
    const server = createServer((_request, response) => response.writeHead(401).end('canary-answer-7'));
    const { port, close } = await listen(server);
    onTestFinished(close);
    const address = `http://127.0.0.1:${port}/hook?key=canary-key-7`;
    const hook: AlertChannel = {
      ...CHANNEL,
      id: 'hook',
      kind: 'webhook',
      address,
      secret: 'canary-secret-7',
    };
    const { alerts, world, pass, lines, disk } = await started({ channels: [CHANNEL, hook] });
    world.meter = 'silent';
    await pass(15);
    alerts.testRule('meter');
    expect(await alerts.testChannel(hook)).toBe('login');
    await alerts.stop();
    const written = new TextDecoder().decode(await disk.read('alert-book.json'));
    expect(written).toContain('"rule":"meter"');
    expect(lines.join('\n')).toContain('A channel did not take an alert.');
    for (const text of [written, lines.join('\n'), JSON.stringify(alerts.channels())]) {
      expect(text).not.toContain('canary');
    }
  });
});
