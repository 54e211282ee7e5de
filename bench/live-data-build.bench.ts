/**
 * What it costs to make one live data message: to build it from the fleet and to print it as the device does, for
 * 1 and for 10 inverters of four strings. Held against JSON.stringify of the same data in the same run.
 *
 * Exits non-zero when the message is wrong, never because the machine is slow.
 */

import { type LiveData, quantityOf, readLiveData } from '@heliograph/contract';
import { tellReadings } from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { buildLiveData } from '../apps/gateway/src/encoding/live-data.ts';
import { liveDataJson } from '../apps/gateway/src/encoding/live-data-json.ts';
import { createFleet, type Fleet } from '../apps/gateway/src/fleet/fleet.ts';
import { systemClock } from '../apps/gateway/src/platform/clock.ts';
import { supportedInverters } from '../apps/gateway/src/sources/radio/supported-inverters.ts';
import { costUs } from './measure/cost-us.ts';
import { reportFigure } from './measure/report-figure.ts';

const BATCH = 100;
const HINTS = { time_sync: false, radio_problem: false, default_password: true };

/** A fleet whose values have as many digits as real ones. */
function fleetOf(count: number): Fleet {
  const serials = Array.from({ length: count }, (_, index) => String(116_180_000_001 + index));
  const string = { name: 'South roof', max_power: 410 };
  const configs = serials.map((serial) => ({
    serial,
    name: `Inverter ${serial}`,
    channel: [string, string, string, string],
  }));
  const fleet = createFleet({ clock: systemClock, configs: supportedInverters(configs) });
  for (const serial of serials) {
    tellReadings(fleet, serial, 81.43);
  }
  return fleet;
}

function build(fleet: Fleet): LiveData {
  return buildLiveData({
    totals: testTotals(fleet, systemClock)(),
    nowMs: systemClock.monotonicMs(),
    uptimeS: 3600,
    hints: HINTS,
  });
}

/** Whether the text holds what was built, apart from the digits that the device does not print. */
function isRight(data: LiveData, text: string): boolean {
  const read = readLiveData(JSON.parse(text));
  const sent = data.inverters.at(-1)?.channels[4]?.Irradiation?.v;
  const received = quantityOf(read?.inverters.at(-1)?.strings.at(-1), 'irradiation')?.value;
  const isSame = typeof sent === 'number' && typeof received === 'number' && Math.abs(sent - received) < 1e-6;
  return isSame && read?.inverters.length === data.inverters.length && read.refusedInverters === 0;
}

function measure(count: number): void {
  const fleet = fleetOf(count);
  const data = build(fleet);
  const what = `build and print live data, ${count} inverter${count === 1 ? '' : 's'}`;
  let length = 0;
  const messageUs = costUs(() => {
    length += liveDataJson(build(fleet)).length;
  }, BATCH);
  const stringifyUs = costUs(() => {
    length += JSON.stringify(data).length;
  }, BATCH);
  const text = liveDataJson(data);
  if (!isRight(data, text) || length === 0) {
    console.error(`${what}: wrong message`);
    process.exitCode = 1;
    return;
  }
  const ratio = messageUs / stringifyUs;
  console.log(
    `${what}: ${messageUs.toFixed(1)} us, ${ratio.toFixed(2)} x JSON.stringify (${text.length} characters)`,
  );
  reportFigure(what, messageUs, 'us');
  reportFigure(`${what}, over JSON.stringify`, ratio, 'x');
}

measure(1);
measure(10);
