/**
 * A program that is a house without its gateway: an original device with three inverters under a sun that never sets, loads, and a
 * meter that tells a broker once a second what the house takes from the grid. `house-process.ts` starts it; its arguments are the
 * seed and the port of the broker. It tells where the device listens and, after each message, what is true by then.
 */
import { createSimulatedDevice, SCENARIOS } from '@heliograph/simulator';
import { startTellingMeter, type TellingMeter } from '@heliograph/testbed/mqtt/telling-meter.ts';
import { systemClock } from '../../../apps/gateway/src/platform/clock.ts';
import { serveDevice } from '../../../apps/gateway/src/simulated-devices/serve-device.ts';
import type { HouseChange } from './house-process.ts';

const PASSWORD = 'openDTU42';
const POLL_INTERVAL_S = 2;
const METER_INTERVAL_MS = 1000;
const FIRST_LOAD_W = 900;

const [seed = '1', brokerPort = ''] = process.argv.slice(2);
const scenario = SCENARIOS['three-inverters'];
const serials = scenario.inverters.map(({ serial }) => serial);
const device = createSimulatedDevice({
  ...{ clock: systemClock, seed: Number(seed), firmware: 'v26.3.30', hostName: 'roof', scenario },
  ...{ password: PASSWORD, wasOn: true },
  settings: { dtu: { dtu_pollinterval: POLL_INTERVAL_S } },
});
const { port } = await serveDevice({ device, clock: systemClock });
let loadW = FIRST_LOAD_W;
let meter: TellingMeter | undefined;
let isMeterSilent = false;

const powersW = () => serials.map((serial) => device.inspect(serial)?.powerW ?? Number.NaN);
const inverterW = () => powersW().reduce((sum, powerW) => sum + powerW, 0);

function startMeter(): void {
  meter = startTellingMeter(Number(brokerPort), 'house/power');
}

function killMeter(): void {
  meter?.kill();
  meter = undefined;
}

function restartInverter(serial: string): void {
  device.answer({
    ...{ method: 'POST', path: '/api/power/config' },
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `data=${encodeURIComponent(JSON.stringify({ serial, restart: true }))}`,
  });
}

const METER_CHANGES: Readonly<Record<NonNullable<HouseChange['meter']>, () => void>> = {
  lives() {
    isMeterSilent = false;
    if (meter === undefined) startMeter();
  },
  silent() {
    isMeterSilent = true;
  },
  dead: killMeter,
};

function change({ loadW: newLoadW = loadW, meter: meterChange, inverter }: HouseChange): void {
  loadW = newLoadW;
  if (meterChange !== undefined) METER_CHANGES[meterChange]();
  if (inverter === undefined) return;
  const serial = serials[inverter.index] ?? '';
  if (inverter.what === 'restarts') restartInverter(serial);
  else device.setPresence(serial, inverter.what === 'in-reach');
}

startMeter();
setInterval(() => {
  if (!isMeterSilent) meter?.tell(loadW - inverterW());
}, METER_INTERVAL_MS);
process.on('message', (asked: { readonly number: number; readonly change: HouseChange }) => {
  change(asked.change);
  const limitsPercent = serials.map((serial) => device.inspect(serial)?.limitPercent ?? Number.NaN);
  process.send?.({ number: asked.number, seen: { loadW, powersW: powersW(), limitsPercent } });
});
process.on('disconnect', () => process.exit());
process.send?.({ port });
