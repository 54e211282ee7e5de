import type { InverterEvent } from '@heliograph/domain';
import { sentOf } from './by-serial.ts';
import { capabilitiesOfRelease } from './capabilities.ts';
import type { Release } from './release.ts';
import { countIn, listIn, numberIn, objectIn, textIn, valueIn } from './untrusted-values.ts';

/** An entry of an inverter's log as its device tells it. Times are seconds of the local day, not wrapped. */
export interface DeviceEvent extends InverterEvent {
  /** In the language that was asked for where the device knows several. */
  readonly message: string;
}

/**
 * Reads `GET /api/eventlog/status?inv=` for that inverter, keyed by its serial or not; entries that make no sense are left
 * out. Undefined where the device does not know the inverter. Source: docs/reference/original-device.md#event-log and
 * docs/reference/api-generations.md#facts-of-inverters.
 */
export function decodeEventLog(document: unknown, serial: string): readonly DeviceEvent[] | undefined {
  const object = objectIn(document);
  const log = objectIn(sentOf(object, serial)) ?? object;
  return listIn(valueIn(log, 'events'))
    ?.map(decodeEvent)
    .filter((event) => event !== undefined);
}

function decodeEvent(sent: unknown): DeviceEvent | undefined {
  const object = objectIn(sent);
  const code = countIn(valueIn(object, 'message_id'));
  const startS = numberIn(valueIn(object, 'start_time'));
  if (code === undefined || startS === undefined) return undefined;
  const endS = numberIn(valueIn(object, 'end_time')) ?? 0;
  return { code, message: textIn(valueIn(object, 'message')) ?? '', startS, endS };
}

/** As a device of that release answers `GET /api/eventlog/status?inv=`; `events` undefined: it does not know the inverter. */
export function encodeEventLog(
  release: Release,
  serial: string,
  events: readonly DeviceEvent[] | undefined,
): object {
  if (events === undefined) return {};
  const log = {
    count: events.length,
    events: events.map(({ code, message, startS, endS }) => ({
      ...{ message_id: code, message, start_time: startS, end_time: endS },
    })),
  };
  return capabilitiesOfRelease(release).flatEventLog ? log : { [serial]: log };
}
