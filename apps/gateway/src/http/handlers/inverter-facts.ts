import type { Handlers } from '@heliograph/contract';
import { encodeGridProfile, encodeGridProfileBytes } from '@heliograph/opendtu-api';
import { deviceFacts } from '../../encoding/device-facts.ts';
import { EVENT_LOCALES, type EventLocale, eventFacts } from '../../encoding/event-facts.ts';
import type { DeviceInfoState } from '../../fleet/device-info.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import { tellsNewest, tellsOf2023 } from '../../settings/api-generations.ts';
import { askedInverter, bySerial } from './by-serial.ts';

type InverterFactHandlers = Pick<
  Handlers,
  'getEventLog' | 'getDeviceInfo' | 'getGridProfile' | 'getGridProfileBytes'
>;

/** What the inverters tell of themselves. */
export function createInverterFactHandlers(
  fleet: Fleet,
  deviceClock: Pick<DeviceClock, 'utcOffsetS'>,
): InverterFactHandlers {
  return {
    getEventLog: (_, { inv = '', locale }, { generations }) => {
      const inverter = fleet.find(inv);
      if (inverter === undefined) return {};
      // Devices of 2023 know one language.
      const language = tellsNewest(generations) ? localeOf(locale) : 'en';
      const log = eventFacts(inverter.eventLog, deviceClock.utcOffsetS(), language);
      return {
        ...(tellsOf2023(generations) && { [inverter.serial]: log }),
        ...(tellsNewest(generations) && log),
      };
    },
    getDeviceInfo: (_, { inv }, { generations }) => {
      const infos = () => bySerial(fleet, ({ deviceInfo }) => [deviceFacts(deviceInfo)] as const, inv);
      if (!tellsNewest(generations)) return infos();
      if (!tellsOf2023(generations)) {
        const asked = fleet.find(inv ?? '');
        return asked === undefined ? {} : newestFacts(asked.deviceInfo);
      }
      if (inv === undefined) return infos();
      return { ...infos(), ...newestFacts(askedInverter(fleet, inv).deviceInfo) };
    },
    getGridProfile: (_, { inv = '' }) => {
      const inverter = fleet.find(inv);
      return inverter === undefined ? {} : encodeGridProfile(inverter.gridProfile ?? NO_PROFILE);
    },
    getGridProfileBytes: (_, { inv = '' }) => {
      const inverter = fleet.find(inv);
      return inverter === undefined ? {} : encodeGridProfileBytes(inverter.gridProfile?.bytes ?? []);
    },
  };
}

/** The gateway's own radio does not ask for the last one. */
function newestFacts(info: DeviceInfoState) {
  return { ...deviceFacts(info), pdl_supported: info.sharesLimit ?? false };
}

const NO_PROFILE = { name: '', version: '', sections: [] };

/** An unknown language is English, as on an original. */
function localeOf(locale: string | undefined): EventLocale {
  return EVENT_LOCALES.find((known) => known === locale) ?? 'en';
}
