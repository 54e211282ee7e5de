import { canonicalSerial } from '@heliograph/domain';
import {
  type DeviceInverterInfo,
  decodePowerOrder,
  devicePaths,
  encodeDeviceInfo,
  encodeEventLog,
  encodeGridProfile,
  encodeGridProfileBytes,
  encodeLimitStatuses,
  encodePowerStatuses,
  limitTypeNumber,
  PATHS,
  parseLimitType,
  type WireObject,
} from '@heliograph/opendtu-api';
import { adminCall, type DeviceCall, type DeviceParts, postCall, readingCall } from './device-call.ts';
import {
  type DeviceRequest,
  jsonAnswer,
  type Outcome,
  outcome,
  outcomeAnswer,
  queryValue,
} from './device-http.ts';
import type { DeviceManners } from './firmware.ts';
import { GRID_PROFILE, GRID_PROFILE_BYTES } from './grid-profile.ts';
import type { KnownInverter } from './inverter-talk.ts';
import { byteLength, flagOf, isOfKind, textOf, type ValueKind, wholeNumberOf } from './wire-values.ts';

/** What is told of inverters, and what can be ordered and set up. */
export function inverterCalls(parts: DeviceParts): readonly DeviceCall[] {
  const { firmware, manners, slots, talk } = parts;
  const paths = devicePaths(manners());
  const asked = (request: DeviceRequest) => canonicalSerial(queryValue(request, 'inv') ?? '');
  const isKnown = (serial: string | undefined): serial is string => serial !== undefined && slots.has(serial);

  function bySerial<T>(tell: (known: KnownInverter) => T): ReadonlyMap<string, T> {
    return new Map(slots.all().map(({ serial }) => [serial, tell(talk.of(serial))]));
  }

  function gridProfile(request: DeviceRequest): object {
    const serial = asked(request);
    const hasTold = isKnown(serial) && talk.of(serial).reading !== undefined;
    if (!hasTold) return {};
    return manners().gridProfileValues
      ? encodeGridProfile(GRID_PROFILE)
      : encodeGridProfileBytes(GRID_PROFILE_BYTES);
  }

  return [
    readingCall(PATHS.liveData, (request) => jsonAnswer(parts.liveData(liveSerial(request)))),
    readingCall(PATHS.deviceInfo, (request) =>
      jsonAnswer(encodeDeviceInfo(firmware().release, bySerial(infoOf), asked(request))),
    ),
    readingCall(PATHS.eventLog, (request) => {
      const serial = asked(request);
      const events = isKnown(serial) ? (talk.of(serial).events ?? []) : undefined;
      return jsonAnswer(encodeEventLog(firmware().release, serial ?? '', events));
    }),
    readingCall(manners().gridProfile ? PATHS.gridProfile : undefined, (request) =>
      jsonAnswer(gridProfile(request)),
    ),
    readingCall(manners().gridProfileValues ? paths.gridProfileBytes : undefined, (request) =>
      jsonAnswer(isKnown(asked(request)) ? encodeGridProfileBytes(GRID_PROFILE_BYTES) : {}),
    ),
    readingCall(PATHS.limitStatus, () =>
      jsonAnswer(
        encodeLimitStatuses(
          bySerial(({ limitPercent, hardware, limitStatus }) => ({
            ...{ percent: limitPercent, maxPowerW: hardware?.model?.maxPowerW, status: limitStatus },
          })),
        ),
      ),
    ),
    readingCall(PATHS.powerStatus, () =>
      jsonAnswer(encodePowerStatuses(bySerial(({ powerStatus }) => powerStatus))),
    ),
    postCall(PATHS.limitOrder, parts, (body) => orderLimit(body, parts)),
    postCall(PATHS.powerOrder, parts, (body) => orderPower(body, parts)),
    adminCall(PATHS.inverterList, () => jsonAnswer(slots.list(firmware().release))),
    postCall(PATHS.inverterAdd, parts, (body) => addInverter(body, parts)),
    postCall(PATHS.inverterEdit, parts, (body) => editInverter(body, parts)),
    postCall(PATHS.inverterDelete, parts, (body) => deleteInverter(body, parts)),
    postCall(paths.inverterOrder, parts, ({ order }) => {
      if (!Array.isArray(order)) return outcome(1005);
      slots.setOrder(order.map(wholeNumberOf));
      parts.settings.countSave();
      return outcome(4009);
    }),
    adminCall(paths.statisticsReset, (request) => {
      const serial = asked(request);
      if (isKnown(serial)) talk.resetStatistics(serial);
      return outcomeAnswer(outcome(4010));
    }),
  ];
}

/** An unknown serial asks for an inverter that is not there. */
function liveSerial(request: DeviceRequest): string | undefined {
  const text = queryValue(request, 'inv');
  return text === undefined ? undefined : (canonicalSerial(text) ?? '');
}

function infoOf({ firmware, hardware }: KnownInverter): DeviceInverterInfo {
  return {
    isValid: firmware !== undefined || hardware !== undefined,
    firmware,
    hardware,
    sharesLimit: false,
  };
}

/**
 * Whether the keys are there, for strict releases of these kinds too. Source:
 * docs/reference/api-generations.md#limit-and-power-orders.
 */
function hasKeys(
  body: WireObject,
  kinds: Readonly<Record<string, ValueKind>>,
  manners: DeviceManners,
): boolean {
  return Object.entries(kinds).every(([key, kind]) =>
    manners.strictTypes ? isOfKind(body[key], kind) : Object.hasOwn(body, key),
  );
}

/** Undefined: it reads as 0. Source: docs/reference/original-device.md#serial-numbers and #quirk-10. */
function serialOf(value: unknown, { readsHexSerials }: DeviceManners): string | undefined {
  const serial = canonicalSerial(textOf(value));
  const isRead = readsHexSerials || /^\d+$/.test(serial ?? '');
  return isRead ? serial : undefined;
}

const VALUE_MAX = 1500;
const LATER_VALUE_MAX = 2250;

/** Source: docs/reference/original-device.md#limit and docs/reference/api-generations.md#limit-and-power-orders. */
function orderLimit(body: WireObject, { manners, slots, talk }: DeviceParts): Outcome {
  const now = manners();
  if (!hasKeys(body, { serial: 'text', limit_value: 'number', limit_type: 'number' }, now))
    return outcome(1005);
  const serial = serialOf(body.serial, now);
  if (serial === undefined) return outcome(5001);
  const value = now.limitFractions ? Number(body.limit_value) : wholeNumberOf(body.limit_value);
  const max = now.limitUpTo2250 ? LATER_VALUE_MAX : VALUE_MAX;
  if (!(value >= (now.limitZero ? 0 : 1) && value <= max)) return outcome(5002, { max });
  const type = wholeNumberOf(body.limit_type);
  const kind = parseLimitType(type);
  const { limitTypes } = now;
  if (kind === undefined || limitTypes === 'unknown' || limitTypeNumber(kind, limitTypes) !== type) {
    return outcome(5003);
  }
  const inverter = slots.all().find((one) => one.serial === serial);
  if (inverter === undefined) return outcome(5004);
  if (inverter.takesOrders !== false) talk.limit(serial, { ...kind, value });
  return outcome(1001);
}

/** Source: docs/reference/original-device.md#power and docs/reference/api-generations.md#limit-and-power-orders. */
function orderPower(body: WireObject, { manners, slots, talk }: DeviceParts): Outcome {
  const now = manners();
  const asked = Object.hasOwn(body, 'power') ? 'power' : 'restart';
  if (!hasKeys(body, { serial: 'text', [asked]: 'flag' }, now)) return outcome(1005);
  const serial = serialOf(body.serial, now);
  if (serial === undefined) return outcome(11001);
  const inverter = slots.all().find((one) => one.serial === serial);
  if (inverter === undefined) return outcome(11002);
  const order = decodePowerOrder({ serial, [asked]: flagOf(body[asked]) });
  if (order !== undefined && inverter.takesOrders !== false) talk.switchPower(serial, order.command);
  return outcome(1001);
}

/** Source: docs/reference/original-device.md#inverter-settings. */
const NAME_MAX_BYTES = 31;
const INVERTERS_MAX = 10;
const STRINGS_MAX = 4;
const LATER_STRINGS_MAX = 6;

function isName(value: unknown): boolean {
  const bytes = byteLength(textOf(value));
  return bytes >= 1 && bytes <= NAME_MAX_BYTES;
}

function addInverter(body: WireObject, { manners, slots, settings }: DeviceParts): Outcome {
  if (!hasKeys(body, { serial: 'text', name: 'text' }, manners())) return outcome(1005);
  const serial = serialOf(body.serial, manners());
  if (serial === undefined) return outcome(4001);
  if (!isName(body.name)) return outcome(4002, { max: NAME_MAX_BYTES });
  if (!slots.add(serial, textOf(body.name))) return outcome(4003, { max: INVERTERS_MAX });
  settings.countSave();
  return outcome(4004);
}

function editInverter(body: WireObject, { manners, slots, settings, talk }: DeviceParts): Outcome {
  const kinds = { id: 'number', serial: 'text', name: 'text', channel: 'list' } as const;
  if (!hasKeys(body, kinds, manners())) return outcome(1005);
  const id = wholeNumberOf(body.id);
  if (id < 0 || id >= INVERTERS_MAX) return outcome(4005);
  const serial = serialOf(body.serial, manners());
  if (serial === undefined) return outcome(4001);
  if (!isName(body.name)) return outcome(4002, { max: NAME_MAX_BYTES });
  const count = Array.isArray(body.channel) ? body.channel.length : 0;
  const stringsMax = manners().sixStrings ? LATER_STRINGS_MAX : STRINGS_MAX;
  if (count < 1 || count > stringsMax) return outcome(4006);
  const before = slots.all().find((one) => one.id === id);
  if (!slots.edit(id, { ...body, serial, name: textOf(body.name) })) return outcome(4005);
  if (before !== undefined && before.serial !== serial) talk.forget(before.serial);
  settings.countSave();
  return outcome(4007);
}

function deleteInverter(body: WireObject, { manners, slots, settings, talk }: DeviceParts): Outcome {
  if (!hasKeys(body, { id: 'number' }, manners())) return outcome(1005);
  const id = wholeNumberOf(body.id);
  if (id < 0 || id >= INVERTERS_MAX) return outcome(4005);
  const before = slots.all().find((one) => one.id === id);
  slots.remove(id);
  if (before !== undefined) talk.forget(before.serial);
  settings.countSave();
  return outcome(4008);
}
