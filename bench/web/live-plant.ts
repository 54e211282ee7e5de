import type { LiveData, LiveHints } from '@heliograph/contract';
import {
  configuredInverters,
  createSimulatedRadio,
  SCENARIOS,
  type ScenarioInverter,
} from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { buildLiveData } from '../../apps/gateway/src/encoding/live-data.ts';
import { liveDataJson } from '../../apps/gateway/src/encoding/live-data-json.ts';
import { createFleet } from '../../apps/gateway/src/fleet/fleet.ts';
import { createDeviceClock } from '../../apps/gateway/src/platform/device-clock.ts';
import { createAir } from '../../apps/gateway/src/sources/radio/air.ts';
import { supportedInverters } from '../../apps/gateway/src/sources/radio/supported-inverters.ts';

/** Simulated inverters whose time goes on only when somebody asks for it: every page gets the same values. */
export interface LivePlant {
  readonly serials: readonly string[];
  /** The live data of this moment. */
  liveData(): LiveData;
  /** The same, as the device prints it. */
  liveText(): string;
  /** AC power of the inverter that is shown first, in watts. */
  firstPowerW(): number;
  /** Lets as much time pass as it takes to ask every inverter anew. */
  goOn(): void;
}

/** From one inverter to the next. */
const POLL_INTERVAL_S = 1;
const WARM_UP_MS = 120_000;
/** Nothing stands above the values: a hint would push them down on one page and not on the other. */
const NO_HINTS: LiveHints = { time_sync: false, radio_problem: false, default_password: false };

/** `count` inverters, those with the most strings first. Beyond ten the same come again, with other serial numbers. */
export function createLivePlant(count: number): LivePlant {
  const all = SCENARIOS['ten-inverters'];
  const ten = [...all.inverters].sort((a, b) => b.strings.length - a.strings.length);
  const inverters = Array.from({ length: Math.ceil(count / ten.length) }, (_, round) =>
    ten.map((inverter) => again(inverter, round)),
  )
    .flat()
    .slice(0, count);
  const scenario = { ...all, inverters };
  const clock = createVirtualClock();
  const fleet = createFleet({ clock, configs: supportedInverters(configuredInverters(scenario)) });
  const air = createAir({
    radio: createSimulatedRadio({ scenario, clock, seed: 1, speed: 1 }),
    fleet,
    clock,
    deviceClock: createDeviceClock({ clock, startSet: true }),
    dtu: { dtu_serial: '199980000001', dtu_pollinterval: POLL_INTERVAL_S, dtu_palevel: 0 },
    log: () => undefined,
  });
  air.start();
  clock.advance(WARM_UP_MS);

  function liveData() {
    const nowMs = clock.monotonicMs();
    return buildLiveData({
      totals: testTotals(fleet, clock)(),
      nowMs,
      uptimeS: nowMs / 1000,
      hints: NO_HINTS,
    });
  }

  return {
    liveData,
    serials: inverters.map(({ serial }) => serial),
    liveText: () => liveDataJson(liveData()),
    firstPowerW: () => liveData().inverters[0]?.channels[0]?.Power?.v ?? Number.NaN,
    goOn: () => clock.advance(count * POLL_INTERVAL_S * 1000),
  };
}

function again(inverter: ScenarioInverter, round: number): ScenarioInverter {
  const serial = String(Number(inverter.serial) + round * 1000);
  return { ...inverter, serial, ...(round > 0 && { name: `${inverter.name} ${round + 1}` }) };
}
