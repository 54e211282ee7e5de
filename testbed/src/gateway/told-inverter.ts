import type { InverterConfig } from '@heliograph/contract';
import type { HardwareInfo, Reading } from '@heliograph/domain';
import { createFleet, type Fleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import type { InverterState } from '../../../apps/gateway/src/fleet/inverter.ts';
import { limitRead } from '../../../apps/gateway/src/fleet/limit-state.ts';
import { supportedInverters } from '../../../apps/gateway/src/sources/radio/supported-inverters.ts';
import { createVirtualClock } from '../clock.ts';

export const ONE_STRING: InverterConfig = {
  serial: '112172220143',
  name: 'Shed',
  channel: [{ name: 'Roof', max_power: 0 }],
};
export const TWO_STRINGS: InverterConfig = {
  serial: '114172220143',
  name: 'Garage',
  channel: [
    { name: 'East', max_power: 0 },
    { name: '', max_power: 380 },
  ],
};
export const FOUR_STRINGS: InverterConfig = {
  serial: '116172220143',
  name: 'Süd "1"',
  channel: [1, 2, 3, 4].map((number) => ({ name: `S${number}`, max_power: 400 })),
};

/** With three phases and six strings. */
export const THREE_PHASES: InverterConfig = {
  serial: '1382a00c4f26',
  name: 'Barn',
  channel: [1, 2, 3, 4, 5, 6].map((number) => ({ name: `S${number}`, max_power: 400 })),
};

/**
 * Every value of every channel is another one, `offset` makes others: `channel * 100 + offset + place`, where the places
 * are counted as the live data counts them, with the event counter behind the AC side.
 */
export function tellReadings(fleet: Fleet, serial: string, offset = 0.5): void {
  fleet.update(serial, ({ reading }, nowMs) => ({
    readingAtMs: nowMs,
    contact: 'answers',
    reading: numberedReading(reading, offset),
  }));
}

const AC_PLACES = 12;
const STRING_PLACES = 6;

/** Of several phases the voltages begin at 20, those between them at 30, and the currents at 40. */
function phaseReadings({ phases }: Reading, offset: number): Pick<Reading, 'phases' | 'lineVoltagesV'> {
  const ac = (place: number) => Math.fround(offset + place);
  if (phases.length === 1) return { phases: [{ voltageV: ac(1), currentA: ac(2) }], lineVoltagesV: [] };
  return {
    phases: phases.map((_, index) => ({ voltageV: ac(20 + index), currentA: ac(40 + index) })),
    lineVoltagesV: phases.map((_, index) => ac(30 + index)),
  };
}

function numberedReading(known: Reading, offset: number): Reading {
  const stringCount = known.strings.length;
  const ac = (place: number) => Math.fround(offset + place);
  return {
    powerW: ac(0),
    ...phaseReadings(known, offset),
    dcPowerW: ac(3),
    yieldTodayWh: ac(4),
    yieldTotalKWh: ac(5),
    frequencyHz: ac(6),
    temperatureC: ac(7),
    powerFactor: ac(8),
    reactivePowerVar: ac(9),
    efficiencyPercent: ac(10),
    eventCount: ac(11),
    strings: Array.from({ length: stringCount }, (_, index) => {
      const first = (index + 1) * 100 + offset + AC_PLACES + index * STRING_PLACES;
      return {
        powerW: Math.fround(first),
        voltageV: Math.fround(first + 1),
        currentA: Math.fround(first + 2),
        yieldTodayWh: Math.fround(first + 3),
        yieldTotalKWh: Math.fround(first + 4),
      };
    }),
  };
}

/** Values of the AC side. */
export type AcValues = Partial<Omit<Reading, 'phases' | 'lineVoltagesV' | 'strings'>>;

/** Some values of the AC side are told. */
export function tellAc(fleet: Fleet, serial: string, values: AcValues): void {
  const floats = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Math.fround(value)]),
  );
  fleet.update(serial, ({ reading }, nowMs) => ({ readingAtMs: nowMs, reading: { ...reading, ...floats } }));
}

export const HM_800: HardwareInfo = {
  hardwarePartNumber: 0x10_11_40_00,
  hardwareVersion: '04.10',
  model: { name: 'HM-800', maxPowerW: 800 },
};

/** The inverter has told everything about itself and its limit. */
export function tellDevice(fleet: Fleet, serial: string, limitPercent = 85.5): void {
  fleet.update(serial, ({ limit }, nowMs) => ({
    limit: limitRead(limit, Math.fround(limitPercent), nowMs),
    deviceInfo: {
      firmware: {
        bootloaderVersion: 104,
        firmwareBuildVersion: 10010,
        firmwareBuildDateTime: '2021-12-04 11:30:00',
      },
      hardware: HM_800,
    },
  }));
}

/** An inverter in a fleet of its own; `tell` tells what is known of it. */
export function inverterOf(
  config: InverterConfig,
  tell: (fleet: Fleet, serial: string) => void = () => {},
): InverterState {
  const fleet = createFleet({ clock: createVirtualClock(), configs: supportedInverters([config]) });
  tell(fleet, config.serial);
  const inverter = fleet.find(config.serial);
  if (inverter === undefined) throw new Error(`no supported serial: ${config.serial}`);
  return inverter;
}
