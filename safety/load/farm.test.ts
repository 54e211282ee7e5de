import { type DevicesProcess, startDevicesProcess } from '@heliograph/testbed/gateway/devices-process.ts';
import { addDevices, type FarmFigures, measureFarm } from '@heliograph/testbed/gateway/farm-run.ts';
import { describe, it, onTestFinished } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { buildForTests } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import { withGatewayProcess } from '../tools/process/gateway-process.ts';

/** L13: many devices. */

const row = openRow('L13');
const SETTLE_MS = 30_000;
const MEASURE_MS = 30_000;
const PAGE = {
  what: 'to a browser on the home page, most in a second',
  unit: 'kB',
  goal: { atMost: 8 },
} as const;

async function startFarm(): Promise<DevicesProcess> {
  const main = await buildForTests('testbed/src/gateway/devices-child.ts');
  const devices = await startDevicesProcess({ main, scenario: 'farm', seed: row.seed });
  onTestFinished(() => devices.stop());
  return devices;
}

async function measure(devices: DevicesProcess, without: readonly SeamName[] = []): Promise<FarmFigures> {
  return withGatewayProcess({ scenario: 'no-inverters', seed: row.seed, without }, async (gateway) => {
    await addDevices(gateway, devices);
    return measureFarm({ gateway, devices, settleMs: SETTLE_MS, measureMs: MEASURE_MS });
  });
}

const tenths = (value: number) => Math.round(value * 10) / 10;

describe.runIf(row.isNightly)('a farm', { timeout: 300_000 }, () => {
  it('is live soon, and costs its gateway and a browser little', async () => {
    const figures = await measure(await startFarm());
    const isTimed = true;
    const seconds = Math.round(figures.liveAfterMs / 10) / 100;
    row.figure({
      what: 'from the start until all are live',
      value: seconds,
      unit: 's',
      goal: { atMost: 3 },
      isTimed,
    });
    const cpu = tenths(figures.cpuPercent);
    row.figure({ what: 'of a core', value: cpu, unit: '%', goal: { atMost: 30 }, isTimed });
    const memory = tenths(figures.memoryMb);
    row.figure({ what: 'memory', value: memory, unit: 'MB', goal: { atMost: 160 }, isTimed });
    row.figure({ what: 'sockets at a device, the most', value: figures.socketsMost, goal: { exactly: 1 } });
    const messages = tenths(figures.messagesPerSecond);
    row.figure({
      what: 'messages of a device in a second, the most',
      value: messages,
      goal: { atMost: 1.2 },
      isTimed,
    });
    row.figure({ ...PAGE, value: tenths(figures.pageBytesMost / 1000) });
  });

  it.runIf(row.isNightly)('would cost the browser much more if it got all of every inverter', async () => {
    const { pageBytesMost } = await measure(await startFarm(), ['leanMessages']);
    row.counterProof({ ...PAGE, without: SEAMS.leanMessages, value: tenths(pageBytesMost / 1000) });
  });
});
