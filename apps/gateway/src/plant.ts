import { placeOf, timezoneOf } from '@heliograph/contract';
import { type Air, type AirOptions, createAir } from './air/air.ts';
import type { AirLog } from './air/air-log.ts';
import { supportedInverters } from './air/supported-inverters.ts';
import type { Disposer } from './disposer.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { type LastKnownMemory, openLastKnown } from './fleet/last-known.ts';
import { createTotals, type Totals } from './fleet/totals.ts';
import type { Clock } from './platform/clock.ts';
import type { DataDirectory } from './platform/data-directory.ts';
import type { DeviceClock } from './platform/device-clock.ts';
import type { Log } from './platform/log.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { daylightOf } from './time/daylight.ts';

/** Inverters, and what connects us with them. */
export interface Plant {
  readonly fleet: Fleet;
  readonly radio: AirOptions['radio'];
  readonly air: Air;
  readonly lastKnown: LastKnownMemory;
  /** What the inverters make together, as of now. */
  readonly totals: () => Totals;
}

export interface PlantOptions {
  /** Its wall clock is the one that `deviceClock` is set by. */
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: DataDirectory;
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
  readonly radio: AirOptions['radio'];
}

/** Puts together what the radio serves; nothing is on the air before the air is started. */
export async function createPlant(options: PlantOptions, disposer: Disposer): Promise<Plant> {
  const { clock, log, directory, settings, deviceClock, radio } = options;
  deviceClock.setTimezone(timezoneOf(settings.get('ntp').ntp_timezone));
  const fleet = createFleet({ clock, configs: supportedInverters(settings.get('inverters').inverter) });
  const lastKnown = await openLastKnown({
    fleet,
    clock,
    deviceClock,
    directory,
    log,
    powerW: () => totals().powerW,
  });
  disposer.defer(() => lastKnown.close());
  const totals = createTotals({
    fleet,
    clock,
    deviceClock,
    lastKnown,
    daylight: () =>
      daylightOf({
        nowMs: deviceClock.unixMs(),
        utcOffsetS: deviceClock.utcOffsetS(),
        place: deviceClock.isSet() ? placeOf(settings.get('ntp')) : undefined,
        spans: lastKnown.spans(),
      }),
    isRadioWorking: () => radio.status().connected,
    pollIntervalS: () => settings.get('dtu').dtu_pollinterval,
  });
  const air = createAir({ radio, fleet, clock, deviceClock, dtu: settings.get('dtu'), log: airLog(log) });
  disposer.defer(
    settings.subscribe('dtu', (dtu) => air.applyDtuConfig(dtu)),
    settings.subscribe('ntp', ({ ntp_timezone }) => deviceClock.setTimezone(timezoneOf(ntp_timezone))),
    settings.subscribe('inverters', ({ inverter }) => fleet.configure(supportedInverters(inverter))),
    () => air.stop(),
  );
  return { fleet, radio, air, lastKnown, totals };
}

/** Polls are daily business: at the default level the log stays quiet about them. */
function airLog(log: Log): AirLog {
  const levels = {
    debug: 'trace',
    info: __WITHOUT__.quietPolls ? 'info' : 'debug',
    warn: 'warn',
  } as const;
  return (level, message) => {
    const written = levels[level];
    if (log.isEnabled(written)) log[written](message());
  };
}
