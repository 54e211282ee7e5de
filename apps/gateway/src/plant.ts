import type { PinAssignment } from '@heliograph/contract';
import type { Radio } from '@heliograph/radio';
import { createSimulatedRadio, type Scenario } from '@heliograph/simulator';
import { type Air, createAir } from './air/air.ts';
import type { AirLog } from './air/air-log.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import type { Clock } from './platform/clock.ts';
import type { DataDirectory } from './platform/data-directory.ts';
import type { DeviceClock } from './platform/device-clock.ts';
import type { Log } from './platform/log.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { openSimulationMemory } from './simulation-memory.ts';
import type { Undo } from './undo.ts';

/** Inverters, and what connects us with them. */
export interface Plant {
  readonly fleet: Fleet;
  readonly radio: Radio;
  readonly air: Air;
}

export interface PlantOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: DataDirectory;
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
  /** Where the radio chip is connected. */
  readonly pins: PinAssignment;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly speed: number;
  readonly createRadio: typeof createSimulatedRadio | undefined;
}

/** Puts the radio and what it serves together; nothing is on the air before the air is started. */
export async function createPlant(options: PlantOptions, undo: Undo): Promise<Plant> {
  const { clock, log, directory, settings, deviceClock } = options;
  deviceClock.setTimezone(settings.get('ntp').ntp_timezone);
  const fleet = createFleet({ clock, configs: settings.get('inverters').inverter });
  const memory = await openSimulationMemory({ directory, log });
  undo.push(() => memory.close());
  const { createRadio = createSimulatedRadio, seed, speed } = options;
  const scenario = wired(options.scenario, options.pins);
  const radio = createRadio({ scenario, clock, seed, speed, memory });
  undo.push(() => radio.stop());
  const air = createAir({ radio, fleet, clock, deviceClock, dtu: settings.get('dtu'), log: airLog(log) });
  undo.push(
    settings.subscribe('dtu', (dtu) => air.applyDtuConfig(dtu)),
    settings.subscribe('ntp', ({ ntp_timezone }) => deviceClock.setTimezone(ntp_timezone)),
    settings.subscribe('inverters', ({ inverter }) => fleet.configure(inverter)),
    () => air.stop(),
  );
  return { fleet, radio, air };
}

/** No chip answers where one of its pins is not connected. Source: device contract, section 11.5. */
function wired(scenario: Scenario, { nrf24 }: PinAssignment): Scenario {
  const isWired = Object.values(nrf24).every((pin) => pin > 0);
  return isWired ? scenario : { ...scenario, radio: { connected: false, plusVariant: false } };
}

/** Polls are daily business: at the default level the log stays quiet about them. */
function airLog(log: Log): AirLog {
  const levels = { debug: 'trace', info: 'debug', warn: 'warn' } as const;
  return (level, message) => {
    const written = levels[level];
    if (log.isEnabled(written)) log[written](message());
  };
}
