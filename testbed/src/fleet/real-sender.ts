import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TimeseriesSettings } from '@heliograph/contract';
import { openHistory } from '../../../apps/gateway/src/history/history.ts';
import type { HistoryReading } from '../../../apps/gateway/src/history/history-batch.ts';
import { offsetOf } from '../../../apps/gateway/src/history/plant-timezone.ts';
import { type Clock, systemClock } from '../../../apps/gateway/src/platform/clock.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { startTimeseries } from '../../../apps/gateway/src/timeseries/timeseries.ts';
import { eventually } from '../outside/eventually.ts';
import { startFleet } from './fleet.ts';
import { fleetFolder } from './fleet-servers.ts';

/** The history of a gateway and what sends it, by this clock. */
export async function startSender(clock: Clock, change: Partial<TimeseriesSettings>) {
  const { folder, remove } = await fleetFolder();
  const config: TimeseriesSettings = {
    ...{ enabled: true, address: '', site: 'barn', login: 'none', user: '', secret: '', interval: 10 },
    fleet: false,
    ...change,
  };
  const history = openHistory({
    ...{ path: join(folder, 'history.db'), offsetOf },
    config: { rawDays: 30, minuteDays: 90, timezone: 'UTC0' },
  });
  const sender = startTimeseries({
    settings: { get: (() => config) as never, subscribe: () => () => undefined },
    history: {
      nextToSend: async (question) => history.nextToSend(question),
      markSent: async (target, marks, atMs) => history.markSent(target, marks, atMs),
      goBack: async (target) => history.goBack(target),
      waitingSince: async (target) => history.waitingSince(target),
    },
    ...{ clock, deviceClock: { isSet: () => true, unixMs: clock.unixMs } },
    log: createLog({ level: 'silent', writeLine: () => undefined }),
  });
  return {
    ...{ history, sender },
    async stop() {
      await sender.stop();
      history.close();
      await remove();
    },
  };
}

/** A gateway that sends every second by the clock of this machine, through a fleet page, while the database is killed again and again. */
export async function sendThroughKills(
  kills: number,
): Promise<{ readonly told: number; readonly counted: number }> {
  const ends: (() => unknown)[] = [];
  try {
    return await sentThroughKills(kills, ends);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function sentThroughKills(kills: number, ends: (() => unknown)[]) {
  const fleet = await startFleet({ siteIds: ['barn'], pages: 1 });
  ends.push(() => fleet.stop());
  const [site] = fleet.sites;
  const { history, sender, stop } = await startSender(systemClock, {
    ...{ address: `${fleet.pages[0]?.url}/write`, login: 'basic', user: 'barn' },
    ...{ secret: site?.password ?? '', interval: 1 },
  });
  ends.push(stop);
  let told = 0;
  const measuring = setInterval(() => {
    const atMs = Math.floor(Date.now() / 1000) * 1000;
    const readings = Array.from({ length: 20 }, (_, index): HistoryReading => {
      const serial = String(116_180_000_000 + index);
      return {
        ...{ serial, atMs, powerW: (atMs / 1000) % 977, voltageV: 230, frequencyHz: 50 },
        ...{ temperatureC: 20, limitPercent: 100, strings: [] },
      };
    });
    history.record({ readings, plantPower: [], missed: [], names: [] });
    told += readings.length;
  }, 1000);
  ends.push(() => clearInterval(measuring));
  await eventually(async () => (await sender.status()).lines > 0);
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(3500 + 370 * kill);
    await fleet.victoria.end('SIGKILL');
    await fleet.victoria.start();
  }
  // The page looks every five seconds whether it is another one.
  await wait(8000);
  clearInterval(measuring);
  await eventually(async () => (await sender.status()).waiting === undefined, {
    timeoutMs: 60_000,
    everyMs: 500,
  });
  await wait(1500);
  await fleet.victoria.flush();
  const counted = await fleet.victoria.number(
    'sum(count_over_time(heliograph_inverter_power_w{site="barn"}[1h]))',
  );
  return { told, counted: counted ?? 0 };
}
