import { capabilitiesOfRelease } from './capabilities.ts';
import type { Release } from './release.ts';
import {
  amountIn,
  countIn,
  flagIn,
  listIn,
  nameIn,
  numberIn,
  objectIn,
  serialIn,
  valueIn,
  type WireObject,
} from './untrusted-values.ts';

/** An inverter as it is set up on a device. */
export interface ListedInverter {
  /** Its slot, 0 to 9. */
  readonly id: number;
  /** Canonical serial. */
  readonly serial: string;
  readonly name: string;
  /** Names of the models that it may be; `Unknown` where no family claims the serial. */
  readonly typeText: string;
  readonly strings: readonly ListedString[];
  /** What only newer devices have; undefined on others. Source: docs/reference/api-generations.md#settings. */
  readonly order: number | undefined;
  readonly isPolled: boolean | undefined;
  readonly isPolledAtNight: boolean | undefined;
  readonly takesOrders: boolean | undefined;
  readonly takesOrdersAtNight: boolean | undefined;
  /** After how many failed requests in a row it counts as out of reach. */
  readonly reachableThreshold: number | undefined;
  /** Out of reach, its measurements become 0. */
  readonly isZeroedWhenSilent: boolean | undefined;
  /** At midnight its yield of today becomes 0. */
  readonly isYieldZeroedAtMidnight: boolean | undefined;
  readonly isYieldCorrected: boolean | undefined;
  readonly isEventLogCleared: boolean | undefined;
}

export interface ListedString {
  readonly name: string;
  /** 0: not set. */
  readonly maxPowerW: number;
  /** What is added to its total yield; undefined on older devices. */
  readonly yieldTotalOffsetKWh: number | undefined;
}

/** What was read, with the object that it stands in: a save must send all of that back, see `changeInverter`. */
export interface ReceivedListedInverter extends ListedInverter {
  readonly raw: WireObject;
}

const STRINGS_MAX = 6;

/**
 * Reads `GET /api/inverter/list`. Inverters without a slot or a serial are left out: they could not be changed. Undefined
 * where it is no such answer. Source: docs/reference/original-device.md#inverter-settings.
 */
export function decodeInverterList(document: unknown): readonly ReceivedListedInverter[] | undefined {
  return listIn(valueIn(objectIn(document), 'inverter'))
    ?.map((sent) => decodeInverter(objectIn(sent)))
    .filter((inverter) => inverter !== undefined);
}

function decodeInverter(raw: WireObject | undefined): ReceivedListedInverter | undefined {
  const id = countIn(valueIn(raw, 'id'));
  const serial = serialIn(valueIn(raw, 'serial'));
  if (raw === undefined || id === undefined || serial === undefined) return undefined;
  const flag = (key: string) => flagIn(valueIn(raw, key));
  return {
    id,
    serial,
    name: nameIn(valueIn(raw, 'name')) ?? '',
    typeText: nameIn(valueIn(raw, 'type')) ?? '',
    strings: (listIn(valueIn(raw, 'channel')) ?? []).slice(0, STRINGS_MAX).map(decodeString),
    order: countIn(valueIn(raw, 'order')),
    isPolled: flag('poll_enable'),
    isPolledAtNight: flag('poll_enable_night'),
    takesOrders: flag('command_enable'),
    takesOrdersAtNight: flag('command_enable_night'),
    reachableThreshold: countIn(valueIn(raw, 'reachable_threshold')),
    isZeroedWhenSilent: flag('zero_runtime'),
    isYieldZeroedAtMidnight: flag('zero_day'),
    isYieldCorrected: flag('yieldday_correction'),
    isEventLogCleared: flag('clear_eventlog'),
    raw,
  };
}

function decodeString(sent: unknown): ListedString {
  const channel = objectIn(sent);
  const offset = numberIn(valueIn(channel, 'yield_total_offset'));
  return {
    name: nameIn(valueIn(channel, 'name')) ?? '',
    maxPowerW: amountIn(valueIn(channel, 'max_power')) ?? 0,
    yieldTotalOffsetKWh: offset,
  };
}

/** As a device of that release answers `GET /api/inverter/list`; what is undefined has the value that a new inverter has. */
export function encodeInverterList(release: Release, inverters: readonly ListedInverter[]): object {
  return { inverter: inverters.map((inverter) => encodeInverter(release, inverter)) };
}

/** Defaults: docs/reference/api-generations.md#settings. */
function encodeInverter(release: Release, inverter: ListedInverter): object {
  const { pollSwitches, inverterOrder, inverterSilence, yieldDayCorrection, clearEventLog } =
    capabilitiesOfRelease(release);
  const { isPolled = true, isPolledAtNight = true, takesOrders = true, takesOrdersAtNight = true } = inverter;
  const { isZeroedWhenSilent = false, isYieldZeroedAtMidnight = false, reachableThreshold = 2 } = inverter;
  const { isYieldCorrected = false, isEventLogCleared = false } = inverter;
  const switches = {
    ...{ poll_enable: isPolled, poll_enable_night: isPolledAtNight },
    ...{ command_enable: takesOrders, command_enable_night: takesOrdersAtNight },
  };
  const silence = {
    ...{ reachable_threshold: reachableThreshold, zero_runtime: isZeroedWhenSilent },
    zero_day: isYieldZeroedAtMidnight,
  };
  return {
    id: inverter.id,
    name: inverter.name,
    ...(inverterOrder && { order: inverter.order ?? inverter.id }),
    serial: inverter.serial,
    ...(pollSwitches && switches),
    ...(inverterSilence && silence),
    ...(yieldDayCorrection && { yieldday_correction: isYieldCorrected }),
    ...(clearEventLog && { clear_eventlog: isEventLogCleared }),
    type: inverter.typeText,
    channel: inverter.strings.map(({ name, maxPowerW, yieldTotalOffsetKWh = 0 }) => ({
      ...{ name, max_power: maxPowerW },
      ...(pollSwitches && { yield_total_offset: yieldTotalOffsetKWh }),
    })),
  };
}

/** What a save may change of an inverter. */
export interface InverterChanges {
  readonly serial?: string;
  readonly name?: string;
  /** By the number of the string, from 0; what is undefined stays. */
  readonly strings?: readonly (Partial<Pick<ListedString, 'name' | 'maxPowerW'>> | undefined)[];
}

/**
 * The body of `POST /api/inverter/edit`: everything that was read, also what nobody here knows, with the changes in it. A
 * device sets back what a body leaves out (docs/reference/api-generations.md#settings).
 */
export function changeInverter(
  { raw }: Pick<ReceivedListedInverter, 'raw'>,
  changes: InverterChanges,
): WireObject {
  const { serial, name, strings = [] } = changes;
  const channel = Array.isArray(raw.channel) ? raw.channel : [];
  return {
    ...raw,
    ...(serial === undefined ? {} : { serial }),
    ...(name === undefined ? {} : { name }),
    channel: channel.map((sent, index) => {
      const { name: stringName, maxPowerW } = strings[index] ?? {};
      return {
        ...objectIn(sent),
        ...(stringName === undefined ? {} : { name: stringName }),
        ...(maxPowerW === undefined ? {} : { max_power: maxPowerW }),
      };
    }),
  };
}
