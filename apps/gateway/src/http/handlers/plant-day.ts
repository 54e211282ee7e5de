import { type Handlers, type PlantDay, placeOf, timezoneOf } from '@heliograph/contract';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { sunTimesOf } from '../../time/sun-times.ts';

export interface PlantDayOptions {
  readonly settings: SettingsStore;
  readonly deviceClock: Pick<DeviceClock, 'unixMs'>;
}

/** Readers are not told the place: as where the page says until when the inverters sleep. */
const ABOUT_S = 600;
const DATE = /^(19[7-9]\d|20\d\d)-\d\d-\d\d$/;

export function createPlantDayHandler({
  settings,
  deviceClock,
}: PlantDayOptions): Pick<Handlers, 'getPlantDay'> {
  return {
    getPlantDay(_, { date: wanted = '' }): PlantDay {
      const { ntp_timezone: timezone } = settings.get('ntp');
      const { utcOffsetS } = timezoneOf(timezone);
      const now = Math.floor(deviceClock.unixMs() / 1000);
      const today = new Date((now + utcOffsetS(now)) * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);
      const noonS = Date.parse(`${wanted}T12:00Z`) / 1000;
      // Some readers of dates take the 30th of February for the 2nd of March.
      const isDate =
        DATE.test(wanted) && !Number.isNaN(noonS) && new Date(noonS * 1000).toISOString().startsWith(wanted);
      // By the wall there; the hour of a change of the clock is far from noon.
      const atS = isDate ? noonS - utcOffsetS(noonS) : now;
      const place = placeOf(settings.get('ntp'));
      const sun = place && sunTimesOf(place, atS * 1000, utcOffsetS(atS));
      const about = (unixMs: number) => Math.round(unixMs / 1000 / ABOUT_S) * ABOUT_S;
      return {
        ...{ date: isDate ? wanted : today, today, now, timezone },
        ...(sun !== undefined && { sunrise: about(sun.risesMs), sunset: about(sun.setsMs) }),
      };
    },
  };
}
