/**
 * What a gateway costs that has two hundred inverters from twenty original devices, and a browser on its home page. The devices
 * are simulated and run in a process of their own; the gateway is the built one, and its use of the machine is read from the
 * kernel.
 *
 * The floor, measured after it with the same devices, is a process that opens the same twenty sockets and parses what comes.
 *
 * Exits non-zero when not all inverters become live, never because of a figure.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startDevicesProcess } from '@heliograph/testbed/gateway/devices-process.ts';
import { addDevices, measureFarm } from '@heliograph/testbed/gateway/farm-run.ts';
import { startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { processUse } from '@heliograph/testbed/outside/process-use.ts';
import { buildForTests } from '../seams/test-build.ts';
import { buildStale } from '../tools/builds.mjs';
import { reportFigure } from './measure/report-figure.ts';

const SETTLE_MS = 30_000;
const MEASURE_MS = 30_000;
const LISTENER = fileURLToPath(new URL('./measure/bare-listener.mjs', import.meta.url));

if (!(await buildStale())) throw new Error('the product could not be built'); // the pages too, which a gateway draws once
const devices = await startDevicesProcess({
  main: await buildForTests('testbed/src/gateway/devices-child.ts'),
  ...{ scenario: 'farm', seed: 1 },
});

async function measureFloor() {
  const child = fork(LISTENER, devices.ports.map(String));
  await once(child, 'message');
  await wait(SETTLE_MS);
  const use = () => processUse(child.pid ?? 0);
  const [{ cpuMs }, fromMs] = [use(), performance.now()];
  await wait(MEASURE_MS);
  const { memoryMb, cpuMs: cpuAfterMs } = use();
  child.kill();
  return { memoryMb, cpuPercent: ((cpuAfterMs - cpuMs) / (performance.now() - fromMs)) * 100 };
}

try {
  const gateway = await startGatewayProcess({
    scenario: 'no-inverters',
    environment: { NODE_ENV: 'production' },
  });
  await addDevices(gateway, devices);
  const farm = await measureFarm({ gateway, devices, settleMs: SETTLE_MS, measureMs: MEASURE_MS });
  await gateway.dispose();
  const floor = await measureFloor();
  const inverters = `${devices.serials.length} inverters of ${devices.ports.length} devices`;
  console.log(
    `${inverters}: ${farm.cpuPercent.toFixed(1)} % of a core, bare sockets ${floor.cpuPercent.toFixed(1)} %; ${farm.memoryMb.toFixed(0)} MB, bare ${floor.memoryMb.toFixed(0)} MB`,
  );
  reportFigure('from the start until all are live', farm.liveAfterMs / 1000, 's');
  reportFigure('processor time until then', farm.cpuUntilLiveMs / 1000, 's');
  reportFigure('share of one core', farm.cpuPercent, '%');
  reportFigure('share of one core over bare sockets', farm.cpuPercent / floor.cpuPercent, 'x');
  reportFigure('memory after a minute', farm.memoryMb, 'MB');
  reportFigure('memory after a minute over bare sockets', farm.memoryMb / floor.memoryMb, 'x');
  reportFigure('messages of a device in a second, the most', farm.messagesPerSecond, '');
  reportFigure('requests to all devices in a second', farm.answersPerSecond, '');
  reportFigure('to a browser on the home page, most in a second', farm.pageBytesMost / 1000, 'kB');
  reportFigure('to a browser on the home page, on average in a second', farm.pageBytesMean / 1000, 'kB');
} finally {
  await devices.stop();
}
process.exit();
