import type { InverterConfig } from '@heliograph/contract';
import { FIELDS, type FieldName, type Reading } from '@heliograph/protocol';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import type { InverterState } from '../src/fleet/inverter.ts';
import { limitRead } from '../src/fleet/limit-state.ts';
import { createVirtualClock } from './virtual-clock.ts';

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

/** Every field of every channel has a value of its own, `offset` makes others: `channel * 100 + offset + place`. */
export function tellReadings(fleet: Fleet, serial: string, offset = 0.5): void {
  fleet.update(serial, ({ readings }, nowMs) => ({
    readingsAtMs: nowMs,
    missedPolls: 0,
    readings: readings.map(
      (reading, place): Reading => ({
        ...reading,
        value: Math.fround(reading.channel * 100 + offset + place),
      }),
    ),
  }));
}

/** Values for some fields of the AC side. */
export function tellAc(fleet: Fleet, serial: string, values: Partial<Record<FieldName, number>>): void {
  fleet.update(serial, ({ readings }, nowMs) => ({
    readingsAtMs: nowMs,
    readings: readings.map((reading) => {
      const value = reading.channel === 0 ? values[reading.field] : undefined;
      return value === undefined
        ? reading
        : { ...reading, ...FIELDS[reading.field], value: Math.fround(value) };
    }),
  }));
}

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
      hardware: { hardwarePartNumber: 0x10_11_40_00, hardwareVersion: '04.10' },
    },
  }));
}

/** An inverter in a fleet of its own; `tell` tells what is known of it. */
export function inverterOf(
  config: InverterConfig,
  tell: (fleet: Fleet, serial: string) => void = () => {},
): InverterState {
  const fleet = createFleet({ clock: createVirtualClock(), configs: [config] });
  tell(fleet, config.serial);
  const inverter = fleet.find(config.serial);
  if (inverter === undefined) throw new Error(`no supported serial: ${config.serial}`);
  return inverter;
}
