import { type Air, type AirOptions, createAir } from './air/air.ts';
import type { AirLog } from './air/air-log.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import type { Clock } from './platform/clock.ts';
import type { DeviceClock } from './platform/device-clock.ts';
import type { Log } from './platform/log.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { Undo } from './undo.ts';

/** Inverters, and what connects us with them. */
export interface Plant {
  readonly fleet: Fleet;
  readonly radio: AirOptions['radio'];
  readonly air: Air;
}

export interface PlantOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
  readonly radio: AirOptions['radio'];
}

/** Puts together what the radio serves; nothing is on the air before the air is started. */
export function createPlant(options: PlantOptions, undo: Undo): Plant {
  const { clock, log, settings, deviceClock, radio } = options;
  deviceClock.setTimezone(settings.get('ntp').ntp_timezone);
  const fleet = createFleet({ clock, configs: settings.get('inverters').inverter });
  const air = createAir({ radio, fleet, clock, deviceClock, dtu: settings.get('dtu'), log: airLog(log) });
  undo.push(
    settings.subscribe('dtu', (dtu) => air.applyDtuConfig(dtu)),
    settings.subscribe('ntp', ({ ntp_timezone }) => deviceClock.setTimezone(ntp_timezone)),
    settings.subscribe('inverters', ({ inverter }) => fleet.configure(inverter)),
    () => air.stop(),
  );
  return { fleet, radio, air };
}

/** Polls are daily business: at the default level the log stays quiet about them. */
function airLog(log: Log): AirLog {
  const levels = { debug: 'trace', info: 'debug', warn: 'warn' } as const;
  return (level, message) => {
    const written = levels[level];
    if (log.isEnabled(written)) log[written](message());
  };
}
