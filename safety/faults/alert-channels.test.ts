import { createServer, type RequestListener } from 'node:http';
import { setTimeout as realTime } from 'node:timers/promises';
import type { AlertChannel, AlertSettings, SourceStatus } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { expect, it, onTestFinished } from 'vitest';
import type { ChannelState } from '../../apps/gateway/src/alerts/outbox.ts';
import { startAlerts } from '../../apps/gateway/src/alerts/start-alerts.ts';
import type { Totals } from '../../apps/gateway/src/fleet/totals.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import type { Sections } from '../../apps/gateway/src/settings/sections.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F50: whatever is wrong with a channel, no alert is lost, none waits for it, and nothing of it fills the memory. */

const row = openRow('F50');
const OUTAGE_H = row.scale(2, 24);
/** The longest pause between two tries, and the next look. */
const AFTERWARDS_MIN = 65;
const SECRET = 'canary-of-a-channel';
const MB = 1024 * 1024;
const UNTAKEN = { what: 'alerts that a channel had not taken in the end', goal: { exactly: 0 } } as const;
const TAKEN = {
  what: 'taken of one answer without end, at most',
  unit: 'MB',
  goal: { atMost: 16 },
} as const;
const TOTALS: Totals = {
  ...{ standings: [], all: 3, answering: 3, producing: 3, powerW: 900, yieldDayWh: 4321 },
  ...{ yieldTotalKWh: 1, yieldTotalKnown: 1, day: '2026-06-21', isNight: false },
  ...{ asleepUntil: undefined, lastPower: undefined },
};

type Fault = 'works' | 'hangs' | 'fails' | 'endless';
const FAULTS: readonly Fault[] = ['works', 'hangs', 'fails', 'endless'];

/** What comes to the address of a channel, and what it answers while it is broken. */
async function startChannel(fault: Fault) {
  const bodies: string[] = [];
  const world = { isBroken: true, mostBytes: 0 };
  const broken: Readonly<Record<Fault, RequestListener>> = {
    works: (_, response) => void response.end(),
    hangs: () => undefined,
    fails: (_, response) => void response.writeHead(500).end(`no: ${SECRET}`),
    endless(_, response) {
      const chunk = Buffer.alloc(65_536);
      let bytes = 0;
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && bytes < 1024 * MB) {
          bytes += chunk.length;
          world.mostBytes = Math.max(world.mostBytes, bytes);
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      if (world.isBroken) broken[fault](request, response);
      else response.end();
    });
  });
  const { port, close } = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    return close();
  });
  const channel: AlertChannel = {
    ...{ id: fault, name: fault, kind: 'webhook', enabled: true, severity: 'note', port: 465 },
    ...{ address: `http://127.0.0.1:${port}/?key=${SECRET}`, security: 'tls', user: 'me', secret: SECRET },
    ...{ target: '', sender: '', template: '' },
  };
  return { channel, bodies, world };
}

const named = (index: number): SourceStatus => ({
  ...{ id: `d${index}`, name: `Attic ${index} <b>\r\nBcc: x {title}`, state: 'live' },
  ...{ version: 'v24.2.12', inverters: 1, duplicates: [] },
});

/** Alerts come all through an outage of all channels but one, one every ten minutes; then the channels work again. */
async function breakChannels(outageH: number, faults: readonly Fault[] = FAULTS) {
  const clock = createVirtualClock(Date.UTC(2026, 5, 21, 10));
  const channels = await Promise.all(faults.map(startChannel));
  const disk = createCrashDisk();
  const lines: string[] = [];
  const settings: AlertSettings = {
    ...(await firstTestSettings().alerts()),
    ...{ quiet_from: 0, quiet_to: 0, max_a_day: 100, channels: channels.map(({ channel }) => channel) },
  };
  let sources: readonly SourceStatus[] = Array.from({ length: outageH * 6 }, (_, index) => named(index));
  const alerts = await startAlerts({
    settings: {
      get: <S extends keyof Sections>() => settings as Sections[S],
      subscribe: () => () => undefined,
    },
    ...{ clock, directory: disk, log: createLog({ level: 'trace', writeLine: (line) => lines.push(line) }) },
    deviceClock: { isSet: () => true, unixMs: clock.unixMs, utcOffsetAtS: () => 0 },
    ...{ totals: () => TOTALS, findings: () => [], orders: () => [], sources: () => sources },
    ...{ meter: () => 'none', obstacle: () => undefined, hasBackupFailed: () => false },
    disk: async () => ({ total: 100, used: 10 }),
    isProgramStart: true,
    publish: async () => undefined,
  });
  onTestFinished(() => alerts.stop());
  const untaken = (id: string) =>
    alerts.all().filter(({ sent }) => !sent.some(({ channel }) => channel === id)).length;
  /** What is sent at a look, every 20 s, needs some time of the real clock on its way before the next one. */
  async function passMinute(): Promise<number> {
    for (let look = 0; look < 3; look += 1) {
      await clock.advanceAsync(20_000);
      if (alerts.channels().some(isTried)) await realTime(8);
    }
    return untaken('works');
  }
  const isTried = ({ notices, nextMs = 0 }: ChannelState) =>
    notices.length > 0 && nextMs <= clock.monotonicMs();
  let longestMin = 0;
  let lateMin = 0;
  for (let minute = 0; minute < outageH * 60; minute += 1) {
    if (minute % 10 === 5) {
      const index = (minute - 5) / 10;
      sources = sources.map((source, at) => (at === index ? { ...source, version: 'v25.5.10' } : source));
    }
    lateMin = (await passMinute()) === 0 ? 0 : lateMin + 1;
    longestMin = Math.max(longestMin, lateMin);
  }
  for (const { world } of channels) world.isBroken = false;
  for (let minute = 0; minute < AFTERWARDS_MIN; minute += 1) await passMinute();
  expect(alerts.all()).toHaveLength(outageH * 6);
  const written = (await disk.names()).map((name) => disk.text(name) ?? '').join('\n');
  expect(written).toContain('works'); // there is something in which a secret could be
  return {
    untaken: faults.reduce((sum, fault) => sum + untaken(fault), 0),
    longestMin,
    takenMb: Math.max(...channels.map(({ world }) => world.mostBytes)) / MB,
    secrets: [...channels.flatMap(({ bodies }) => bodies), ...lines, written].filter((text) =>
      text.includes(SECRET),
    ).length,
    lines: channels.flatMap(({ bodies }) => bodies).filter((body) => JSON.parse(body).title.includes('\n'))
      .length,
  };
}

it('no alert is lost, late, or tells too much, whatever its channels do', { timeout: 300_000 }, async () => {
  const { rss } = process.memoryUsage();
  const found = await breakChannels(OUTAGE_H);
  row.figure({ ...UNTAKEN, value: found.untaken });
  row.figure({
    what: 'until a channel that works has an alert, the longest',
    ...{ value: found.longestMin, unit: 'min', goal: { atMost: 1 }, isTimed: true },
  });
  row.figure({ ...TAKEN, value: found.takenMb });
  row.figure({
    what: 'more memory afterwards',
    ...{ value: (process.memoryUsage().rss - rss) / MB, unit: 'MB', goal: { atMost: 100 }, isTimed: true },
  });
  row.figure({ what: 'texts with a secret in them', value: found.secrets, goal: { exactly: 0 } });
  row.figure({ what: 'titles that a name has made two lines of', value: found.lines, goal: { exactly: 0 } });
});

it.runIf(row.isNightly)(
  'an alert would be lost, or an answer fill the memory, without the guards',
  {
    timeout: 60_000,
  },
  async () => {
    const noRetries = await without(['alertRetries'], () => breakChannels(1, ['works', 'fails']));
    row.counterProof({ ...UNTAKEN, without: SEAMS.alertRetries, value: noRetries.untaken });
    const noTime = await without(['alertAnswerTime'], () => breakChannels(1, ['works', 'hangs']));
    row.counterProof({ ...UNTAKEN, without: SEAMS.alertAnswerTime, value: noTime.untaken });
    const noBound = await without(['alertAnswerBound', 'alertAnswerTime'], () =>
      breakChannels(1, ['works', 'endless']),
    );
    row.counterProof({ ...TAKEN, without: SEAMS.alertAnswerBound, value: noBound.takenMb });
  },
);
