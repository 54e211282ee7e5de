import {
  type DeviceInverter,
  type DeviceLiveData,
  encodeLiveData,
  type ListedInverter,
} from '@heliograph/opendtu-api';
import type { DeviceManners, SimulatedFirmware } from './firmware.ts';
import type { KnownInverter } from './inverter-talk.ts';

/** What live data is made of. */
export interface LiveFacts {
  readonly inverters: readonly ListedInverter[];
  readonly known: (serial: string) => KnownInverter;
  readonly nowMs: number;
  /** Monotonic, when the device has started. */
  readonly startedAtMs: number;
  readonly hasRadioProblem: boolean;
  readonly hasDefaultPassword: boolean;
  readonly isClockSet: boolean;
}

/** Everything that the device knows, in words of the domain. Source: docs/reference/original-device.md#live-data. */
export function deviceLiveData(facts: LiveFacts, { sumsPolledOnly }: DeviceManners): DeviceLiveData {
  const inverters = facts.inverters.map((listed, index) => liveInverter(listed, index, facts));
  const summed = inverters.filter(({ isPolled }) => isPolled || !sumsPolledOnly);
  const sum = (value: 'powerW' | 'yieldTodayWh' | 'yieldTotalKWh') =>
    summed.reduce((total, { reading }) => Math.fround(total + (reading?.[value] ?? 0)), 0);
  return {
    inverters,
    total: {
      powerW: sum('powerW'),
      yieldTodayWh: sum('yieldTodayWh'),
      yieldTotalKWh: sum('yieldTotalKWh'),
    },
    hints: {
      isClockUnset: !facts.isClockSet,
      hasRadioProblem: facts.hasRadioProblem,
      hasDefaultPassword: facts.hasDefaultPassword,
      hasPinProblem: false,
    },
  };
}

function liveInverter(listed: ListedInverter, order: number, facts: LiveFacts): DeviceInverter {
  const { reading, readAtMs, isReachable, limitPercent, hardware, events, radio } = facts.known(
    listed.serial,
  );
  const maxPowerW = hardware?.model?.maxPowerW;
  return {
    serial: listed.serial,
    name: listed.name,
    order,
    dataAgeMs: Math.floor(facts.nowMs - (readAtMs ?? facts.startedAtMs)),
    isReachable,
    isProducing: (reading?.powerW ?? 0) > 0,
    isPolled: listed.isPolled ?? true,
    limit: {
      percent: limitPercent,
      watts: maxPowerW === undefined ? undefined : Math.fround((limitPercent * maxPowerW) / 100),
    },
    eventCount: events?.length,
    radio,
    isSummary: false,
    reading,
    strings: listed.strings,
  };
}

/** As it is sent: all of it, or one inverter; the fork adds its own. */
export function liveDataDocument(
  { release, isOnBattery }: SimulatedFirmware,
  data: DeviceLiveData,
  serial?: string,
): object {
  const document = encodeLiveData(release, data, serial === undefined ? 'all' : { serial });
  return isOnBattery ? { ...document, ...ON_BATTERY_PARTS } : document;
}

/** What the fork tells beside. Source: docs/reference/api-generations.md#which-generation-a-device-is. */
const ON_BATTERY_PARTS = {
  solarcharger: { enabled: false },
  gridcharger: { enabled: false },
  battery: { enabled: true, soc: { v: 81, u: '%', d: 0 } },
  power_meter: { enabled: true, Power: { v: -12.5, u: 'W', d: 1 } },
};

/** The sockets of the fork, and what each of them tells. */
export const ON_BATTERY_SOCKETS: ReadonlyMap<string, object> = new Map([
  ['/batterylivedata', ON_BATTERY_PARTS.battery],
  ['/solarchargerlivedata', ON_BATTERY_PARTS.solarcharger],
  ['/gridchargerlivedata', ON_BATTERY_PARTS.gridcharger],
]);
