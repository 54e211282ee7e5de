import type { Handlers } from '@heliograph/contract';
import { deviceFacts } from '../../encoding/device-facts.ts';
import { eventFacts } from '../../encoding/event-facts.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import { bySerial } from './by-serial.ts';

type InverterFactHandlers = Pick<Handlers, 'getEventLog' | 'getDeviceInfo'>;

/** What the inverters tell of themselves. */
export function createInverterFactHandlers(
  fleet: Fleet,
  deviceClock: Pick<DeviceClock, 'utcOffsetS'>,
): InverterFactHandlers {
  return {
    getEventLog: (_, { inv = '' }) => {
      const inverter = fleet.find(inv);
      if (inverter === undefined) return {};
      return { [inverter.serial]: eventFacts(inverter.eventLog, deviceClock.utcOffsetS()) };
    },
    getDeviceInfo: (_, { inv }) =>
      bySerial(fleet, ({ deviceInfo }) => [deviceFacts(deviceInfo)] as const, inv),
  };
}
